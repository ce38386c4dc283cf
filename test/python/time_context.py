"""Time readings in Python, written from the documents alone, to hold vectors.json against.

Standard library only. What an engine knows of zones comes from zoneinfo.
"""

import re
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
SECOND = timedelta(seconds=1)
UNITS = (("d", 86_400), ("h", 3_600), ("m", 60))
WORDING = {True: "model-visible message", False: "step context"}

DURATION = re.compile(r"(?:(\d+)d )?(?:(\d+)h )?(?:(\d+)m )?(\d+)s", re.ASCII)
TIMESTAMP = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-])(\d\d):(\d\d)(?::(\d\d))?\[([A-Za-z][A-Za-z0-9_+\-./]*)\]", re.ASCII)
READING = re.compile(
    r"Time sampled while preparing turn ([1-9]\d*), step ([1-9]\d*): (\S+)\n"
    r"Elapsed since the preceding (model-visible message|step context): ([^\n]+)\.",
    re.ASCII,
)


def format_duration(milliseconds):
    rest = max(0, milliseconds // 1000)
    words = []
    for name, seconds in UNITS:
        count, rest = divmod(rest, seconds)
        if count:
            words.append(f"{count}{name}")
    return " ".join([*words, f"{rest}s"])


def parse_duration(text):
    match = DURATION.fullmatch(text)
    if match is None:
        return None
    days, hours, minutes, seconds = (int(group or 0) for group in match.groups())
    milliseconds = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    return milliseconds if format_duration(milliseconds) == text else None


def write_timestamp(instant, offset, zone):
    """The text of a moment at a known offset (a timedelta), or None outside the years 1970 to 9999."""
    try:
        local = (instant + offset).replace(tzinfo=None, microsecond=0)
    except OverflowError:
        return None
    if not 1970 <= local.year <= 9999 or zone in ("undefined", "Etc/Unknown"):
        return None
    size = abs(offset)
    hours, rest = divmod(int(size / SECOND), 3600)
    minutes, seconds = divmod(rest, 60)
    sign = "-" if offset < timedelta(0) else "+"
    tail = f":{seconds:02}" if seconds else ""
    return f"{local.isoformat()}{sign}{hours:02}:{minutes:02}{tail}[{zone}]"


def format_timestamp(instant, zone):
    try:
        offset = instant.astimezone(ZoneInfo(zone)).utcoffset()
    except OverflowError:
        return None
    return write_timestamp(instant, offset, zone)


def parse_timestamp(text):
    match = TIMESTAMP.fullmatch(text)
    if match is None:
        return None
    local, sign, hours, minutes, seconds, zone = match.groups()
    offset = timedelta(hours=int(hours), minutes=int(minutes), seconds=int(seconds or 0))
    offset = -offset if sign == "-" else offset
    try:
        instant = datetime.fromisoformat(local).replace(tzinfo=timezone.utc) - offset
    except (ValueError, OverflowError):
        return None
    return (instant, zone) if write_timestamp(instant, offset, zone) == text else None


def format_reading(turn, step, instant, zone, elapsed):
    shown = "unavailable" if elapsed is None else format_duration(elapsed)
    return (
        f"Time sampled while preparing turn {turn}, step {step}: {format_timestamp(instant, zone)}\n"
        f"Elapsed since the preceding {WORDING[step == 1]}: {shown}."
    )


def parse_reading(text):
    match = READING.fullmatch(text)
    if match is None:
        return None
    turn, step, wording, shown = int(match[1]), int(match[2]), match[4], match[5]
    moment = parse_timestamp(match[3])
    elapsed = None if shown == "unavailable" else parse_duration(shown)
    if moment is None or wording != WORDING[step == 1] or (elapsed is None and shown != "unavailable"):
        return None
    return {"turn": turn, "step": step, "instant": moment[0], "zone": moment[1], "elapsed": elapsed}


def schedule(interval, latest, now):
    """(due, because), for moments as datetimes and an interval in milliseconds."""
    if interval == 0:
        return True, "every-step"
    if latest is None:
        return True, "first"
    if now < latest:
        return True, "clock-behind"
    passed = now - latest >= timedelta(milliseconds=interval)
    return passed, "interval-passed" if passed else "interval"


class Session:
    """One session under one protocol: what a reading is measured from, and when it is due."""

    def __init__(self, protocol, zone, interval):
        self.protocol, self.zone, self.interval = protocol, zone, interval
        self.visible = self.turn_reading = self.latest = None
        self.waiting = []

    def prompt(self, at):
        self.waiting.append(at)

    steering = prompt

    def see(self, at):
        self.visible = at

    answer = context = tool_result = tool_call = see

    def compaction(self, at):
        """A summary restates the past, and hides readings without making them undone."""

    restart = clock_set_back = compaction

    def fork(self, at):
        self.latest = None

    def step(self, now, turn, step, fate):
        if step == 1:
            self.turn_reading = None
        accepted, self.waiting = self.waiting, []
        if self.protocol == "inject" and accepted:
            # The host writes the messages before the step is prepared.
            self.visible = now
        if fate != "entered":
            return None
        baseline = self.turn_reading
        if step == 1:
            known = [at for at in (self.visible, *(accepted if self.protocol == "decision" else ())) if at is not None]
            baseline = max(known, default=None)
        due, _ = schedule(self.interval, self.latest, now)
        if self.protocol == "decision" and accepted:
            self.visible = now
        if not due:
            return None
        self.turn_reading = self.latest = now
        elapsed = None if baseline is None else max(0, (now - baseline) // timedelta(milliseconds=1))
        return format_reading(turn, step, now, self.zone, elapsed)
