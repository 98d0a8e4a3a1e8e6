"""Settings, read once from the environment (and ``.env``): every name begins with ``BURNERR_``.

``load_settings`` says all that is wrong at once, each with what to do. Nothing secret has a default.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.database_address import known_database
from bot.setting_problems import ADVICE, PREFIX, garbled, missing, misspelt, names_in, unreadable, values_in

APP_FILE: Final = "app.env"
"""Where the set-up page keeps a new App's settings, below the data folder."""
APP_SETTINGS: Final = (
    "APP_ID",
    "PRIVATE_KEY",
    "PRIVATE_KEY_FILE",
    "WEBHOOK_SECRET",
    "WEBHOOK_SECRET_FILE",
    "DRY_RUN",
)
Role = Literal["web", "worker", "serve", "release"]


class SettingsError(Exception):
    """The settings don't do; ``problems`` holds one sentence each, with what to do about it."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("These settings are wrong:\n" + "\n".join(f"  - {problem}" for problem in problems))
        self.problems = problems


def _http_address(value: str) -> str:
    parts = urlsplit(value.strip())
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("not an http or https address")
    return value.strip().rstrip("/")


Address = Annotated[str, AfterValidator(_http_address)]


class Settings(BaseSettings):
    """What the processes run with. Times are in seconds. Build it with `load_settings`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    app_id: int | None = Field(default=None, gt=0)
    private_key: SecretStr | None = None
    private_key_file: Path | None = None
    webhook_secret: SecretStr | None = None
    webhook_secret_file: Path | None = None
    webhook_secret_old: SecretStr | None = None

    client_id: str | None = None
    """The App's OAuth client: with it and its secret, maintainers can log in at /triage."""
    client_secret: SecretStr | None = None
    client_secret_file: Path | None = None

    database_url: str = ""
    database_url_file: Path | None = None
    data_dir: Path = Path(".burnerr")
    catalog_dir: Path | None = None
    burn_checkout: Path | None = None
    """A Git directory of tracel-ai/burn: pages then show the source around an error."""

    public_url: Address | None = None
    report_url: Address | None = None
    """Where readers say what is wrong in a record, such as https://github.com/OWNER/NAME/issues/new."""
    records_url: Address | None = None
    """Where drafts of records are handed in: https://github.com/OWNER/NAME/new/BRANCH/bot/catalog/records."""
    github_api_url: Address = "https://api.github.com"
    dry_run: bool = False
    default_mode: Literal["comment", "label", "shadow", "off"] = "shadow"
    """What is done in a repository that says nothing itself: shadow notes only what would be said."""

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=1, le=65535)
    proxies: int = Field(default=0, ge=0, le=10)
    """How many proxies of one's own stand in front, each adding its caller to X-Forwarded-For."""
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    """Where a worker of its own shows its figures; under ``serve`` the web process shows all."""
    sentry_dsn: SecretStr | None = None
    """Where errors are told of, if anywhere: an address of Sentry's, with a key in it."""
    log_format: Literal["console", "json"] = "console"

    write_interval: float = Field(default=1.0, ge=0.0)
    """Least time between two writes of one installation: GitHub asks for a second."""
    writes_per_minute: int = Field(default=80, gt=0)
    writes_per_hour: int = Field(default=500, gt=0)
    github_timeout: int = Field(default=10, gt=0, le=60)
    """How long one call to GitHub may stay without an answer."""
    job_tries: int = Field(default=8, gt=0)
    """After this many failures for our own fault a delivery is set aside."""
    retry_after: float = Field(default=2.0, gt=0)
    """The first pause before a failed job is tried again; it doubles from there."""
    job_threads: int = Field(default=16, gt=0, le=200)
    stop_grace: float = Field(default=20.0, ge=0)
    """How long a stopping worker waits for its running jobs."""
    keep_days: int = Field(default=90, gt=0)
    """After this time finished deliveries are dropped."""
    keep_sightings_days: int = Field(default=730, gt=0)
    """After this time what was seen in an issue is forgotten."""

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: str) -> str:
        return known_database(value)

    @property
    def database(self) -> str:
        """The database's address as SQLAlchemy takes it; by default a SQLite file below ``data_dir``."""
        given = self.database_url or known_database(_read(None, self.database_url_file))
        return given or f"sqlite:///{self.data_dir.absolute() / 'burnerr.sqlite'}"

    @property
    def is_sqlite(self) -> bool:
        """Whether all is kept in one SQLite file."""
        return self.database.startswith("sqlite")

    @property
    def base_url(self) -> str:
        """The address that links in comments begin with."""
        return self.public_url or f"http://{self.host}:{self.port}"

    @property
    def pages_url(self) -> str:
        """Where this GitHub's pages are, as its API's address tells."""
        api = self.github_api_url
        host = urlsplit(api).hostname or ""
        if host.startswith("api."):
            return f"https://{host.removeprefix('api.')}"
        return api.removesuffix("/api/v3")

    @property
    def current_webhook_secret(self) -> str:
        """The secret in force; empty where none is set."""
        return _read(self.webhook_secret, self.webhook_secret_file)

    @property
    def current_client_secret(self) -> str:
        """The secret of the App's OAuth client; empty where none is set."""
        return _read(self.client_secret, self.client_secret_file)

    @property
    def webhook_secrets(self) -> tuple[bytes, ...]:
        """The secrets a signature may be made with: the one in force and, during a change, the old one."""
        current = self.current_webhook_secret
        old = self.webhook_secret_old.get_secret_value() if self.webhook_secret_old else ""
        return tuple(secret.encode() for secret in (current, old.strip()) if secret)

    @property
    def private_key_pem(self) -> str | None:
        """The App's private key as PEM text, or ``None`` where none is set (dry run)."""
        return _read(self.private_key, self.private_key_file).replace("\\n", "\n").strip() or None


def _read(value: SecretStr | None, file: Path | None) -> str:
    if value is not None:
        return value.get_secret_value().strip()
    return file.read_text("utf-8").strip() if file is not None else ""


def load_settings(role: Role, *, env_file: Path | str | None = ".env") -> Settings:
    """Read the settings that a process of this role needs.

    Raises `SettingsError` with every problem found, never only the first.
    """
    files = files_of(env_file)
    if damaged := garbled(files):
        raise SettingsError(tuple(damaged))  # what else it would set can't be known
    problems = misspelt({*os.environ, *names_in(env_file)}, Settings.model_fields)
    wrong: set[str] = set()
    try:
        settings = Settings(_env_file=files)
    except ValidationError as error:
        for detail in error.errors():
            name = str(detail["loc"][0]) if detail["loc"] else ""
            wrong.add(name)
            advice = ADVICE.get(name, "mend the value or take it out")
            problems.append(f"{PREFIX}{name.upper()}: {_plain(detail['msg'])}; {advice}.")
        # The rest is looked at with the wrong values taken out, so that one start shows everything.
        stand_ins = {
            name: Settings.model_fields[name].default for name in wrong if name in Settings.model_fields
        }
        settings = Settings(_env_file=files, **stand_ins)
    unread, told = unreadable(settings)
    problems += told
    problems += missing(settings, role, wrong | unread)
    if problems:
        raise SettingsError(tuple(problems))
    return settings


def files_of(env_file: Path | str | None) -> tuple[Path | str, ...]:
    """The files that settings are read from, the later ones first in rank: what the set-up page has written,
    then ``.env``. The environment outranks both.
    """
    named = os.environ.get(f"{PREFIX}DATA_DIR") or dict(values_in(env_file)).get(f"{PREFIX}DATA_DIR")
    written = Path(named or Settings.model_fields["data_dir"].default) / APP_FILE
    return (written,) if env_file is None else (written, env_file)


def names_an_app(env_file: Path | str | None = ".env") -> bool:
    """Whether anything of a GitHub App is set, or that none is wanted; else there is one to be made."""
    told = {name for name, value in os.environ.items() if value}
    told |= {name for file in files_of(env_file) for name, value in values_in(file) if value}
    return any(PREFIX + name in told for name in APP_SETTINGS)


def _plain(message: str) -> str:
    return message.removeprefix("Value error, ")
