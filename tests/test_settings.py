"""Settings are read once, complain about everything at once, and never invent a secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from bot.settings import Settings, SettingsError, load_settings

SECRET = "0123456789abcdef0123456789abcdef"


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of the machine that runs the tests leaks in."""
    import os

    for name in list(os.environ):
        if name.startswith("BURNERR_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def pem(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey) -> str:
    """The key as GitHub would hand it out."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def problems(role: str) -> str:
    """What a start in this role complains about."""
    with pytest.raises(SettingsError) as caught:
        load_settings(role)  # type: ignore[arg-type]  # parametrised over the roles
    return str(caught.value)


def test_web_refuses_to_start_without_a_secret_and_says_how_to_make_one() -> None:
    """No webhook secret: no start, and the command that makes one is in the message."""
    said = problems("web")
    assert "BURNERR_WEBHOOK_SECRET is missing" in said
    assert "secrets.token_hex" in said


def test_dry_run_needs_a_secret_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """In dry run neither an App nor a key is asked for."""
    monkeypatch.setenv("BURNERR_DRY_RUN", "true")
    assert "WEBHOOK_SECRET" in problems("serve")
    monkeypatch.setenv("BURNERR_WEBHOOK_SECRET", SECRET)
    settings = load_settings("serve")
    assert settings.webhook_secrets == (SECRET.encode(),)
    assert settings.database.endswith("/.burnerr/burnerr.sqlite")


def test_all_problems_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A start with five mistakes shows five, not the first."""
    monkeypatch.setenv("BURNERR_PORT", "99999")
    monkeypatch.setenv("BURNERR_LOG_FORMAT", "xml")
    monkeypatch.setenv("BURNERR_DATABASE_URL", "mysql://x/y")
    monkeypatch.setenv("BURNERR_WEBHOOK_SECRT", SECRET)
    said = problems("serve")
    for name in (
        "PORT",
        "LOG_FORMAT",
        "DATABASE_URL",
        "WEBHOOK_SECRT",
        "WEBHOOK_SECRET",
        "APP_ID",
        "PRIVATE_KEY",
    ):
        assert f"BURNERR_{name}" in said, name
    assert "PUBLIC_URL" in said


def test_two_secrets_may_be_valid_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a secret is changed, the old one still counts."""
    monkeypatch.setenv("BURNERR_WEBHOOK_SECRET", SECRET)
    monkeypatch.setenv("BURNERR_WEBHOOK_SECRET_OLD", "f" * 32)
    assert load_settings("web").webhook_secrets == (SECRET.encode(), b"f" * 32)


def test_short_secrets_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A secret that can be guessed is none."""
    monkeypatch.setenv("BURNERR_WEBHOOK_SECRET", "hunter2")
    assert "shorter than 16" in problems("web")


def test_secrets_come_from_files_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A mounted secret file is read, its line end left out; an unreadable one is named."""
    (tmp_path / "secret").write_text(SECRET + "\n")
    monkeypatch.setenv("BURNERR_WEBHOOK_SECRET_FILE", str(tmp_path / "secret"))
    assert load_settings("web").webhook_secrets == (SECRET.encode(),)
    monkeypatch.setenv("BURNERR_WEBHOOK_SECRET_FILE", str(tmp_path / "absent"))
    assert "absent can't be read" in problems("web")


def test_the_database_address_may_stand_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It holds a password, so it may be mounted as a file; what is wrong with it is said without it."""
    file = tmp_path / "database_url"
    monkeypatch.setenv("BURNERR_DATABASE_URL_FILE", str(file))
    file.write_text("postgres://u:hidden@h/d\n")
    assert load_settings("release").database == "postgresql+psycopg://u:hidden@h/d"
    file.write_text("mysql://u:hidden@h/d")
    said = problems("release")
    assert "BURNERR_DATABASE_URL_FILE" in said
    assert "neither SQLite nor PostgreSQL" in said
    assert "hidden" not in said
    monkeypatch.setenv("BURNERR_DATABASE_URL", "sqlite:////x")
    assert "both set" in problems("release")


@pytest.mark.parametrize("name", ["DATABASE_URL", "WEBHOOK_SECRET", "PRIVATE_KEY"])
def test_an_empty_file_is_no_setting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    """A file that was mounted empty is told of; nothing else is taken in its place."""
    (tmp_path / "empty").write_text("\n")
    monkeypatch.setenv(f"BURNERR_{name}_FILE", str(tmp_path / "empty"))
    assert "is empty" in problems("release")


def test_the_key_is_tried_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken key or one of another kind is found at the start; an RSA key with escaped line ends works."""
    monkeypatch.setenv("BURNERR_WEBHOOK_SECRET", SECRET)
    monkeypatch.setenv("BURNERR_APP_ID", "12345")
    monkeypatch.setenv("BURNERR_PUBLIC_URL", "https://burnerr.example.org/")
    monkeypatch.setenv("BURNERR_PRIVATE_KEY", "nonsense")
    assert "not a readable PEM key" in problems("worker")
    monkeypatch.setenv("BURNERR_PRIVATE_KEY", pem(ec.generate_private_key(ec.SECP256R1())))
    assert "not an RSA key" in problems("worker")
    good = pem(rsa.generate_private_key(public_exponent=65537, key_size=2048))
    monkeypatch.setenv("BURNERR_PRIVATE_KEY", good.replace("\n", "\\n"))
    settings = load_settings("worker")
    assert settings.private_key_pem == good.strip()
    assert settings.base_url == "https://burnerr.example.org"


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("postgres://u:p@h/d", "postgresql+psycopg://u:p@h/d"),
        ("postgresql://u:p@h/d", "postgresql+psycopg://u:p@h/d"),
        ("sqlite:////var/lib/x.sqlite", "sqlite:////var/lib/x.sqlite"),
    ],
)
def test_database_addresses_are_taken_as_hosts_give_them(
    monkeypatch: pytest.MonkeyPatch, given: str, used: str
) -> None:
    """The forms that hosting services hand out are understood."""
    monkeypatch.setenv("BURNERR_DATABASE_URL", given)
    assert load_settings("release").database == used


@pytest.mark.parametrize("address", ["mysql://x", "sqlite://", "sqlite:///:memory:", "nonsense"])
def test_other_databases_are_refused(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """A database that several processes can't share, or that isn't known, is refused."""
    monkeypatch.setenv("BURNERR_DATABASE_URL", address)
    assert "BURNERR_DATABASE_URL" in problems("release")


def test_dotenv_is_read_and_the_environment_wins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`.env` in the working folder counts, the environment more."""
    (tmp_path / ".env").write_text(f"BURNERR_WEBHOOK_SECRET={SECRET}\nBURNERR_PORT=9000\n")
    monkeypatch.setenv("BURNERR_PORT", "9001")
    settings = load_settings("web")
    assert (settings.port, settings.webhook_secrets) == (9001, (SECRET.encode(),))


def test_secrets_never_show_in_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A printed or logged settings object holds no secret."""
    monkeypatch.setenv("BURNERR_WEBHOOK_SECRET", SECRET)
    settings = load_settings("web")
    assert SECRET not in repr(settings)
    assert SECRET not in str(settings)
    assert isinstance(settings, Settings)
