"""The files below deploy/ that can't be run here are held against what their programs take."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import generate_latest

from bot.settings import Settings
from bot.store.database import open_engine
from bot.store.schema import migrate
from bot.web.metrics import Metrics
from bot.web.stock import Stock
from bot.work.figures import Figures
from tests.conftest import missing

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSE = DEPLOY / "docker" / "compose.yaml"
KUSTOMIZATION = DEPLOY / "kubernetes" / "kustomization.yaml"
KUBERNETES = sorted(set((DEPLOY / "kubernetes").glob("*.yaml")) - {KUSTOMIZATION})
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


def run(*command: str, cwd: Path = DEPLOY) -> subprocess.CompletedProcess[str]:
    """A program's output and status."""
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=120, check=False)


def program(name: str, where: str) -> str:
    """A program that came with Python's packages, or the system's own."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        missing(f"{name} is not installed ({where})")
    return found


def documents(file: Path) -> list[dict[str, Any]]:
    """The YAML documents in a file."""
    return [each for each in yaml.safe_load_all(file.read_text("utf-8")) if each]


def environment_of(text: str) -> set[str]:
    """The settings that a file names."""
    return {name.lower() for name in re.findall(r"\bBURNERR_([A-Z_]+)\b", text)}


def test_the_dockerfile_is_clean() -> None:
    """Hadolint has nothing to say, not even in passing."""
    done = run(program("hadolint", "pip install '.[deploy]'"), str(DEPLOY / "docker" / "Dockerfile"))
    assert (done.returncode, done.stdout) == (0, ""), done.stdout


def test_the_image_runs_as_nobody_and_is_watched() -> None:
    """A user with a number, a health check, and nothing written outside the data folder."""
    text = (DEPLOY / "docker" / "Dockerfile").read_text("utf-8")
    assert re.search(r"^USER 10001$", text, re.MULTILINE)
    assert re.search(r"^HEALTHCHECK ", text, re.MULTILINE)
    ignored = (DEPLOY / "docker" / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE)
    for name in " ".join(copied).split():
        assert any(f"!{name}".startswith(line.rstrip("*")) for line in ignored if line.startswith("!")), name


def test_compose_is_as_its_schema_wants_it() -> None:
    """Checked against the Compose specification; services and secrets that are named are there."""
    checker = program("check-jsonschema", "pip install '.[deploy]'")
    done = run(checker, "--builtin-schema", "vendor.compose-spec", str(COMPOSE))
    assert done.returncode == 0, done.stdout
    told = yaml.safe_load(COMPOSE.read_text("utf-8"))
    for name, service in told["services"].items():
        assert set(service.get("depends_on", {})) <= set(told["services"]), name
        assert set(service.get("secrets", ())) <= set(told["secrets"]), name
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in told["volumes"] or (COMPOSE.parent / source).exists(), (name, source)
    ours = [each for each in told["services"].values() if str(each["image"]).startswith("burnerr")]
    assert len(ours) == 3
    assert all(each["read_only"] and each["cap_drop"] == ["ALL"] for each in ours)


@pytest.mark.parametrize("file", KUBERNETES, ids=lambda file: file.name)
def test_kubernetes_takes_it(file: Path) -> None:
    """Each document is what the API's schema wants, with no key that it doesn't know."""
    done = run(program("kubernetes-validate", "pip install '.[deploy]'"), "--strict", str(file))
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stderr.count("passed for resource") + done.stdout.count("passed for resource") == len(
        documents(file)
    )


def test_kustomize_names_what_is_there() -> None:
    """Every file is a resource, every resource a file; images and configuration are those that are used."""
    told = documents(KUSTOMIZATION)[0]
    assert sorted(told["resources"]) == [file.name for file in KUBERNETES]
    made = {each["name"] for each in told["configMapGenerator"]}
    pods = list(pods_of())
    assert len(pods) == 3
    for pod in pods:
        (container,) = pod["containers"]
        assert container["image"] == told["images"][0]["name"]
        assert {each["configMapRef"]["name"] for each in container["envFrom"]} <= made
        assert container["securityContext"]["readOnlyRootFilesystem"]
        assert pod["securityContext"]["runAsNonRoot"]
        named = {each["name"] for each in pod["volumes"]}
        assert {each["name"] for each in container["volumeMounts"]} == named


def pods_of() -> Iterator[dict[str, Any]]:
    """The pods that the manifests describe."""
    for file in KUBERNETES:
        for each in documents(file):
            if each["kind"] in {"Deployment", "Job"}:
                yield each["spec"]["template"]["spec"]


def test_the_ways_in_are_those_of_the_server() -> None:
    """What the ingress lets through exists; figures and readiness aren't among it."""
    (ingress,) = documents(DEPLOY / "kubernetes" / "ingress.yaml")
    paths = {each["path"] for each in ingress["spec"]["rules"][0]["http"]["paths"]}
    assert {"/webhook", "/errors", "/api", "/static"} <= paths
    assert not {"/metrics", "/readyz", "/setup"} & paths


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_systemd_takes_it(file: Path) -> None:
    """``systemd-analyze verify`` minds only that the program isn't installed here; exposure is low."""
    analyze = program("systemd-analyze", "apt-get install systemd")
    said = run(analyze, "verify", str(file)).stderr
    minded = [line for line in said.splitlines() if "is not executable: No such file" not in line]
    assert [line for line in minded if file.name in line] == []
    done = run(analyze, "security", "--offline=true", "--threshold=20", str(file))
    assert done.returncode == 0, done.stdout


def test_the_settings_they_name_exist() -> None:
    """No file sets what burnerr doesn't read."""
    for file in (COMPOSE, *UNITS, DEPLOY / "docker" / "Dockerfile", *(DEPLOY / "kubernetes").glob("*.yaml")):
        ours = environment_of(file.read_text("utf-8")) - {"domain"}  # compose's own
        assert ours <= set(Settings.model_fields), file.name


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of all figures that web, workers and database give."""
    engine = open_engine(f"sqlite:///{tmp_path_factory.mktemp('figures') / 'burnerr.sqlite'}")
    migrate(engine)
    shown = (Metrics((), Stock(engine)).exposition() + generate_latest(Figures().registry)).decode()
    engine.dispose()
    names = set(re.findall(r"^# TYPE (\w+) \w+$", shown, re.MULTILINE))
    histograms = set(re.findall(r"^# TYPE (\w+) histogram$", shown, re.MULTILINE))
    return names | {f"{name}_bucket" for name in histograms}


def expressions() -> Iterator[str]:
    """Every PromQL expression in rules and dashboard."""
    for group in yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text("utf-8"))["groups"]:
        for rule in group["rules"]:
            assert rule["annotations"]["summary"]
            assert rule["annotations"]["action"]
            yield rule["expr"]
    board = json.loads((DEPLOY / "prometheus" / "dashboard.json").read_text("utf-8"))
    for panel in board["panels"]:
        yield from (target["expr"] for target in panel["targets"])


def test_rules_and_dashboard_ask_for_what_there_is(figures: set[str]) -> None:
    """Each expression parses as PromQL and names figures that burnerr gives; each of ours is shown."""
    try:
        import promql_parser
    except ImportError:
        missing("promql-parser is not installed (pip install '.[deploy]')")
    asked: set[str] = set()
    for each in expressions():
        promql_parser.parse(each)
        asked |= set(re.findall(r"\bburnerr_\w+", re.sub(r'"[^"]*"', "", each)))
    assert asked <= figures
    shown = {name.removesuffix("_bucket") for name in asked}
    bare = {name.removesuffix("_bucket") for name in figures if not name.endswith("_created")}
    assert bare - shown == {"burnerr_job_seconds"}  # for looking closer, not for looking at all day


def test_outcomes_that_rules_name_exist() -> None:
    """A rule that asks for a label nobody sets would never fire."""
    text = "\n".join(expressions())
    source = "\n".join(file.read_text("utf-8") for file in (DEPLOY.parent / "bot").rglob("*.py"))
    for outcome in re.findall(r'outcome="([^"]+)"', text):
        assert f'"{outcome}"' in source, outcome
