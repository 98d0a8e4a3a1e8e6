"""What may be wrong with settings beyond a single value, each in a sentence that says what to do."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from dotenv import dotenv_values

from bot.database_address import known_database

if TYPE_CHECKING:
    from bot.settings import Role, Settings

PREFIX: Final = "BURNERR_"
SECRET_LENGTH: Final = 16
HOW_TO_MAKE_ONE: Final = 'python3 -c "import secrets; print(secrets.token_hex(32))"'

ADVICE: Final = {
    "app_id": "give the App's number, as its settings page on GitHub shows it",
    "port": "give a port number from 1 to 65535",
    "metrics_port": "give a free port number from 1 to 65535, or take it out",
    "log_format": "give console or json",
    "database_url": "give sqlite:////absolute/path/file.sqlite or postgresql://user:password@host/name",
    "github_api_url": "give an address such as https://api.github.com or https://HOST/api/v3",
    "public_url": "give the address under which people reach this server, such as https://burnerr.example.org",
    "records_url": "give the address where new files are made on GitHub, such as "
    "https://github.com/OWNER/NAME/new/main/bot/catalog/records",
    "report_url": "give the address of a form for new issues, such as https://github.com/OWNER/NAME/issues/new",
    "dry_run": "give true or false",
    "default_mode": "give comment, label, shadow or off",
    "proxies": "give how many proxies stand in front of this server, 0 if none",
    "burn_checkout": "name a folder with a Git clone of https://github.com/tracel-ai/burn, or take it out",
    "catalog_dir": "name a folder of records, or take it out",
    "data_dir": "name a folder that burnerr may write to",
}


def names_in(env_file: Path | str | None) -> Iterable[str]:
    """The names that a ``.env`` file sets; none where there is no such file."""
    return [name for name, _ in values_in(env_file)]


def values_in(env_file: Path | str | None) -> Iterable[tuple[str, str | None]]:
    """What a file like ``.env`` sets; nothing where there is no such file, or it can't be read."""
    if env_file is None or not Path(env_file).is_file() or not os.access(env_file, os.R_OK):
        return ()
    return () if garbled((env_file,)) else dotenv_values(env_file).items()


def garbled(files: Iterable[Path | str]) -> list[str]:
    """A sentence for each file of settings that is no text."""
    found = []
    for file in map(Path, files):
        if file.is_file() and os.access(file, os.R_OK):
            try:
                file.read_text("utf-8")
            except UnicodeDecodeError:
                found.append(f"{file} is no UTF-8 text, maybe damaged: mend it, or move it away.")
    return found


def misspelt(names: Iterable[str], fields: Iterable[str]) -> list[str]:
    """Names that look like a setting with a slip in it: set, and yet without effect."""
    known = [PREFIX + name.upper() for name in fields]
    found = []
    for name in sorted(names):
        if name.startswith(PREFIX) and name not in known:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0.85)
            if near:
                found.append(f"{name} is no setting; write {near[0]}.")
    return found


def unreadable(settings: Settings) -> tuple[set[str], list[str]]:
    """The settings that name a file which can't be read, and all problems with files and folders."""
    unread: set[str] = set()
    problems = []
    for name in ("private_key_file", "webhook_secret_file", "client_secret_file", "database_url_file"):
        path: Path | None = getattr(settings, name)
        if path is None:
            continue
        if getattr(settings, name.removesuffix("_file")):
            problems.append(f"{PREFIX}{name.upper()} and the same without _FILE are both set: take one out.")
        wrong = _wrong_with(name, path)
        if wrong:
            unread.add(name)
            problems.append(f"{PREFIX}{name.upper()}: {wrong}.")
    for name in ("catalog_dir", "burn_checkout"):
        folder: Path | None = getattr(settings, name)
        if folder is not None and not folder.is_dir():
            problems.append(f"{PREFIX}{name.upper()}: {folder} is no folder; {ADVICE[name]}.")
    has_secret = settings.client_secret is not None or settings.client_secret_file is not None
    if (settings.client_id is None) is has_secret:
        problems.append(
            f"{PREFIX}CLIENT_ID and {PREFIX}CLIENT_SECRET go together: set both, from the App's page "
            "on GitHub, or none (then nobody can log in at /triage)."
        )
    if settings.sentry_dsn is not None and find_spec("sentry_sdk") is None:
        problems.append(f"{PREFIX}SENTRY_DSN needs a package: pip install 'burnerr[sentry]', or take it out.")
    if settings.data_dir.exists() and not settings.data_dir.is_dir():
        problems.append(f"{PREFIX}DATA_DIR: {settings.data_dir} is no folder; {ADVICE['data_dir']}.")
    return unread, problems


def _wrong_with(name: str, path: Path) -> str | None:
    try:
        text = path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        return f"{path} can't be read ({error}); name a readable file"
    if not text:
        return f"{path} is empty; write into it what {PREFIX}{name.removesuffix('_file').upper()} would hold"
    if name == "database_url_file":
        try:
            known_database(text)
        except ValueError as error:
            return f"what {path} holds is wrong: {error}; {ADVICE['database_url']}"
    return None


def missing(settings: Settings, role: Role, known_wrong: set[str]) -> list[str]:
    """What a process of this role can't do without.

    ``known_wrong`` are the settings that were complained of already.
    """
    problems: list[str] = []
    if role == "release":
        return problems
    if "webhook_secret_file" not in known_wrong and (role in {"web", "serve"} or settings.webhook_secrets):
        problems += _secret_problems(settings)
    if settings.dry_run or role == "web":
        return problems
    if settings.app_id is None and "app_id" not in known_wrong:
        problems.append(f"{PREFIX}APP_ID is missing: {ADVICE['app_id']} (or set {PREFIX}DRY_RUN=true).")
    if settings.public_url is None and "public_url" not in known_wrong:
        problems.append(f"{PREFIX}PUBLIC_URL is missing, comments link to it: {ADVICE['public_url']}.")
    if "private_key_file" not in known_wrong:
        problems += _key_problems(settings.private_key_pem)
    return problems


def _secret_problems(settings: Settings) -> list[str]:
    if not settings.current_webhook_secret:
        return [
            f"{PREFIX}WEBHOOK_SECRET is missing: make one with `{HOW_TO_MAKE_ONE}` and enter the same one "
            "in the App's settings on GitHub."
        ]
    if any(len(secret) < SECRET_LENGTH for secret in settings.webhook_secrets):
        return [
            f"{PREFIX}WEBHOOK_SECRET (or the old one) is shorter than {SECRET_LENGTH} characters and can be "
            f"guessed: make one with `{HOW_TO_MAKE_ONE}`."
        ]
    return []


def _key_problems(pem: str | None) -> list[str]:
    how = "make one on the App's settings page (Private keys) and name the file it downloads"
    if pem is None:
        return [
            f"{PREFIX}PRIVATE_KEY_FILE (or {PREFIX}PRIVATE_KEY) is missing: {how} "
            f"(or set {PREFIX}DRY_RUN=true)."
        ]
    try:
        key = load_pem_private_key(pem.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        return [f"{PREFIX}PRIVATE_KEY: not a readable PEM key ({error}); {how}."]
    if not isinstance(key, RSAPrivateKey):
        return [f"{PREFIX}PRIVATE_KEY: not an RSA key; {how}."]
    return []
