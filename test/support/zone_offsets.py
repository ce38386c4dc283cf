"""Offsets by Python's own zone data.

Reads {zone: [epoch seconds, ...]} as JSON from standard input and writes {zone: [offset in seconds,
...]}; a zone that this machine's data lacks is null.
"""

import json
import sys
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def offsets(name, instants):
    try:
        zone = ZoneInfo(name)
    except ZoneInfoNotFoundError:
        return None
    return [int(datetime.fromtimestamp(instant, zone).utcoffset().total_seconds()) for instant in instants]


json.dump({name: offsets(name, instants) for name, instants in json.load(sys.stdin).items()}, sys.stdout)
