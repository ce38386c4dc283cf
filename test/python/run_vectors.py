"""Run vectors.json against time_context.py: python3 test/python/run_vectors.py [vectors.json]

Zone refusals and log checks are about what an engine or the checker knows; they are counted and
left out here.
"""

import json
import sys
from datetime import datetime
from pathlib import Path

import time_context as port


def moment(tagged):
    return None if tagged is None else datetime.fromisoformat(tagged["$instant"].replace("Z", "+00:00"))


def reading_of(case):
    return port.format_reading(case["turn"], case["step"], moment(case["instant"]), case["zone"], case["elapsed"])


def tagged_reading(reading):
    return None if reading is None else {**reading, "instant": moment(reading["instant"])}


def rate(case):
    latest, count, second = None, 0, 3_600_000
    for now in range(0, 2 * second, case["stepEveryMs"]):
        at = port.EPOCH + now * port.SECOND / 1000
        if port.schedule(case["refreshIntervalMs"], latest, at)[0]:
            latest, count = at, count + (now >= second)
    return count


def play(case):
    played = []
    for protocol in case["protocols"]:
        session = port.Session(protocol, case["timeZone"], case["refreshIntervalMs"])
        readings = []
        for event in case["events"]:
            at = moment(event["at"])
            if event["event"] == "step":
                readings.append(session.step(at, event["turn"], event["step"], event["fate"]))
            else:
                getattr(session, event["event"].replace(" ", "_"))(at)
        played.append(readings)
    return played


RUN = {
    "format-duration": lambda case: (case["text"], port.format_duration(case["milliseconds"])),
    "parse-duration": lambda case: (case["milliseconds"], port.parse_duration(case["text"])),
    "format-timestamp": lambda case: (case["text"], port.format_timestamp(moment(case["instant"]), case["zone"])),
    "parse-timestamp": lambda case: (
        None if case["instant"] is None else (moment(case["instant"]), case["zone"]),
        port.parse_timestamp(case["text"]),
    ),
    "reading": lambda case: ((case["text"], case["characters"]), (reading_of(case), len(reading_of(case)))),
    "parse-reading": lambda case: (tagged_reading(case["reading"]), port.parse_reading(case["text"])),
    "schedule": lambda case: (
        (case["due"], case["because"]),
        port.schedule(case["refreshIntervalMs"], moment(case["latest"]), moment(case["now"])),
    ),
    "rate": lambda case: (case["readingsPerHour"], rate(case)),
    "scenario": lambda case: (
        [[event["reading"] for event in case["events"] if event["event"] == "step"]] * len(case["protocols"]),
        play(case),
    ),
}


def main(path):
    ran, left, failed = 0, 0, 0
    for case in json.loads(Path(path).read_text(encoding="utf-8"))["cases"]:
        if case["kind"] not in RUN:
            left += 1
            continue
        ran += 1
        expected, actual = RUN[case["kind"]](case)
        if expected != actual:
            failed += 1
            print(f"{case['id']}: expected {expected!r}, got {actual!r}")
    print(f"{ran} cases run, {left} left out, {failed} failed")
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    default = Path(__file__).parents[2] / "vectors.json"
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else default))
