"""What GitHub says of the App: key, clock, permissions, webhook, deliveries, installations, limits."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from bot.github.app_facts import About, AppFacts, Grant, HookSettings
from bot.github.errors import GitHubError, Unrecognised
from bot.github.hooks import HookCall, Hooks
from bot.settings import Settings
from bot.work.app_manifest import AppManifest
from bot.work.doctor.finding import Finding, ok, warning, wrong

LEVELS: Final = ("none", "read", "write", "admin")
CALLS_LOOKED_AT: Final = 50
INSTALLATIONS_ASKED: Final = 20  # whose limits are asked for: each costs a token
NAMED: Final = 10  # accounts at the most
CLOCK_SLACK: Final = 20.0  # seconds
CLOCK_WRONG: Final = 55.0  # seconds; GitHub takes a signed token for a minute
LITTLE_LEFT: Final = 0.1  # of an hour's calls
PAGE: Final = "the App's settings page on GitHub"


@dataclass(frozen=True, slots=True)
class AppLook:
    """Everything that GitHub can be asked about; reads only."""

    settings: Settings
    facts: AppFacts
    hooks: Hooks
    needed: AppManifest

    def findings(self) -> Iterator[Finding]:
        """One after the other, as they're found; ends early where the key isn't taken."""
        try:
            about = self.facts.about()
        except Unrecognised:
            said = f"GitHub doesn't take this key for App {self.settings.app_id}"
            do = f"compare BURNERR_APP_ID with {PAGE}, or make a new key there; see that our clock is right"
            yield wrong("key", said, do)
            return
        except GitHubError as error:
            do = "see that this machine reaches it (proxy, firewall), or correct BURNERR_GITHUB_API_URL"
            yield wrong("GitHub", f"no answer from {self.settings.github_api_url}: {error}", do)
            return
        yield self._identity(about)
        yield from _clock(about)
        yield self._asked_for(about)
        for look in (self._webhook, self._deliveries, self._installations):
            try:
                yield from look()
            except GitHubError as error:
                yield warning("GitHub", f"it doesn't tell: {error}", f"look at {PAGE} instead")

    def _identity(self, about: About) -> Finding:
        if about.id != self.settings.app_id:
            return wrong("key", f"it is of App {about.id} ({about.slug})", f"set BURNERR_APP_ID={about.id}")
        return ok("key", f"of {about.slug}, App {about.id} of {about.owner}")

    def _asked_for(self, about: About) -> Finding:
        what = "permissions and events"
        lacking = _lacking(about.permissions, about.events, self.needed)
        if lacking:
            return wrong(what, "; ".join(lacking), f"add it on {PAGE}; then each owner has to accept it")
        more = sorted(set(about.permissions) - set(self.needed.permissions))
        if more:
            do = f"take it away on {PAGE}"
            return warning(what, f"more is asked for than is used: {', '.join(more)}", do)
        return ok(what, "as needed")

    def _webhook(self) -> Iterator[Finding]:
        wanted = f"{self.settings.base_url}/webhook"
        problems = list(_webhook_problems(self.facts.hook(), wanted))
        yield from problems or [ok("webhook", f"sent to {wanted} as JSON, with a secret")]

    def _deliveries(self) -> Iterator[Finding]:
        calls = list(islice(self.hooks.newest_first(), CALLS_LOOKED_AT))
        if calls:
            yield _judged(calls)
        else:
            yield warning("deliveries", "GitHub has sent none in three days", "open an issue to try it")

    def _installations(self) -> Iterator[Finding]:
        grants = list(self.facts.grants())
        if not grants:
            do = f"install it from {self.facts.about().url}/installations/new"
            yield warning("installations", "none yet", do)
            return
        suspended = [grant.account for grant in grants if grant.suspended]
        if suspended:
            do = "their owners can resume it"
            yield warning("installations", f"suspended: {', '.join(suspended[:NAMED])}", do)
        active = [grant for grant in grants if not grant.suspended]
        behind = [g.account for g in active if _lacking(g.permissions, g.events, self.needed)]
        if behind:
            said = f"not all is granted that the App asks for: {', '.join(behind[:NAMED])}"
            yield warning("installations", said, "their owners accept it on their page of installed Apps")
        else:
            yield ok("installations", f"{len(active)} active, all with what is needed")
        yield self._budgets(active[:INSTALLATIONS_ASKED])

    def _budgets(self, grants: Iterable[Grant]) -> Finding:
        low = []
        for grant in grants:
            budget = self.facts.budget(grant.installation_id)
            if budget.left < budget.limit * LITTLE_LEFT:
                low.append(f"{grant.account} has {budget.left} of {budget.limit} calls left")
        if low:
            do = "work waits for the hour to pass; if it stays so, see what else uses the App's key"
            return warning("limits", "; ".join(low), do)
        return ok("limits", "enough calls left")


def _clock(about: About) -> Iterator[Finding]:
    if about.server_time is None:
        return
    off = time.time() - about.server_time
    said = f"{abs(off):.0f} s {'ahead of' if off > 0 else 'behind'} GitHub's"
    if abs(off) > CLOCK_WRONG:
        yield wrong("clock", said, "set the clock (NTP): signed tokens are good for minutes only")
    elif abs(off) > CLOCK_SLACK:
        yield warning("clock", said, "set the clock (NTP) before GitHub refuses us")
    else:
        yield ok("clock", f"{abs(off):.0f} s from GitHub's")


def _lacking(permissions: Mapping[str, str], events: frozenset[str], needed: AppManifest) -> list[str]:
    low = [
        f"permission {name}: {level} is missing"
        for name, level in needed.permissions.items()
        if _rank(permissions.get(name, "none")) < _rank(level)
    ]
    return low + [f"event {name} isn't sent" for name in sorted(needed.events - events)]


def _rank(level: str) -> int:
    return LEVELS.index(level) if level in LEVELS else 0


def _webhook_problems(hook: HookSettings, wanted: str) -> Iterator[Finding]:
    if hook.url.rstrip("/") != wanted:
        told = hook.url or "nowhere"
        yield wrong("webhook", f"GitHub sends it to {told}", f"enter {wanted} on {PAGE}")
    if hook.content_type != "json":
        yield wrong("webhook", "it's sent as a form", f"choose application/json on {PAGE}")
    if not hook.has_secret:
        yield wrong("webhook", "without a secret", f"enter BURNERR_WEBHOOK_SECRET's value on {PAGE}")
    if not hook.checks_certificate:
        yield warning("webhook", "GitHub doesn't check our certificate", f"switch it on on {PAGE}")


def _judged(calls: list[HookCall]) -> Finding:
    newest = calls[0].status
    failed = Counter(call.status for call in calls if not 200 <= call.status < 300)
    said = f"{len(calls) - failed.total()} of the last {len(calls)} arrived"
    if not failed:
        return ok("deliveries", said)
    said += "; answered " + ", ".join(f"{status or 'not at all'} ({n})" for status, n in failed.most_common())
    if failed[401]:
        do = f"401: enter the same secret here (BURNERR_WEBHOOK_SECRET) and on {PAGE}"
    elif failed[0]:
        do = "not at all: see that this server is reached from outside, under the webhook's address"
    else:
        do = "see the web server's log at those times"
    do += "; what was missed is fetched again by the worker, up to three days back"
    return warning("deliveries", said, do) if 200 <= newest < 300 else wrong("deliveries", said, do)
