"""Hooks of a run: they let requests reach the rule that they test, and accept the errors that no schema can express."""

import json
import os
import re
from collections import Counter
from itertools import count

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.generation.meta import TestPhase
from schemathesis.openapi.checks import RejectedPositiveData

# Statuses that any request can get. The document describes them once, as `default`.
OF_ANY_REQUEST = {405, 413, 415, 429}
# A signature needs the secret of a key; with a generated one, each request fails before any other check.
SIGNED = {"XTimestamp", "XSignature"}

# Number of values that are tried of each enum.
VALUES_MAX = 4

# Of the requests at the bounds of an operation, the first AT_BOUNDS_MAX are sent, then one in AT_BOUNDS_SHARE.
AT_BOUNDS_MAX = 50
AT_BOUNDS_SHARE = 10

numbers = count(1)
at_bounds = Counter()

with open(os.environ["BEYOND_SCHEMAS"], encoding="utf-8") as file:
    BEYOND_SCHEMAS = [
        ([re.compile(field) for field in row["fields"]], re.compile(row["says"], re.DOTALL))
        for row in json.load(file)
    ]


@schemathesis.hook
def before_load_schema(context, raw_schema):
    paths = list(raw_schema["paths"].values())
    operations = [part for path in paths for method, part in path.items() if method != "parameters"]
    for part in paths + operations:
        part["parameters"] = [
            parameter
            for parameter in part.get("parameters", [])
            if parameter.get("$ref", "").rsplit("/", 1)[-1] not in SIGNED
        ]
    shorten_lists(raw_schema, paths, operations)


def shorten_lists(raw_schema, paths, operations):
    """Keeps only some values of each enum in requests, because each value would be a test case. Responses keep all."""
    components = raw_schema["components"]
    schemas = components["schemas"]
    answered = names_in([operation["responses"] for operation in operations] + [components["responses"]], schemas)
    sent = [schema for name, schema in schemas.items() if name not in answered]
    sent += [part.get("parameters", []) for part in paths + operations]
    sent += [operation.get("requestBody", {}) for operation in operations]
    for node in nodes_in(sent + [components.get("parameters", {})]):
        name = node.get("$ref", "").removeprefix("#/components/schemas/")
        if len(schemas.get(name, {}).get("enum", [])) > VALUES_MAX:
            del node["$ref"]
            node.update(schemas[name])
        if len(node.get("enum", [])) > VALUES_MAX:
            node["enum"] = node["enum"][:VALUES_MAX]


def nodes_in(value):
    if isinstance(value, dict):
        yield value
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    for child in list(children):
        yield from nodes_in(child)


def names_in(value, schemas):
    found, open_values = set(), [value]
    while open_values:
        for node in nodes_in(open_values.pop()):
            name = str(node.get("$ref", "")).removeprefix("#/components/schemas/")
            if name in schemas and name not in found:
                found.add(name)
                open_values.append(schemas[name])
    return found


@schemathesis.hook
def filter_case(context, case):
    if case.meta is None or case.meta.phase.name != TestPhase.COVERAGE:
        return True
    at_bounds[case.operation.label] += 1
    made = at_bounds[case.operation.label]
    return made <= AT_BOUNDS_MAX or made % AT_BOUNDS_SHARE == 0


@schemathesis.hook
def before_call(context, case, kwargs):
    headers = case.headers
    if headers is None:
        return
    if 0 < len(headers.get("Idempotency-Key", "")) <= 255:
        # A key that was used with another body is rejected before the body is validated.
        headers["Idempotency-Key"] = f"run-{os.getpid()}-{next(numbers)}"
    # `filter_failure` recognizes errors by their English messages.
    headers.pop("Accept-Language", None)
    if case.meta is not None and case.meta.generation.mode.is_positive:
        headers.pop("If-Match", None)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Drops failures that docs/conventions.md lists as deviations from the document."""
    if isinstance(failure, AcceptedNegativeData):
        return not is_taken(failure, case)
    if isinstance(failure, RejectedPositiveData):
        return not is_announced(response)
    return True


def is_taken(failure, case):
    """Returns whether the server accepts the input on purpose: empty parameters count as absent, URIs may be
    internationalized, form fields are texts, and a batch reports errors per operation."""
    # An empty list or object sends nothing either.
    if any(value in ("", [], {}) for value in (case.query or {}).values()):
        return True
    if "format" in failure.message and "'uri'" in failure.message:
        return True
    if case.media_type == "multipart/form-data" and "Incorrect type" in failure.message:
        return True
    return case.operation.label == "POST /seller/listings/batch"


def is_announced(response):
    try:
        error = response.json()["error"]
    except (ValueError, KeyError):
        return False
    details = error.get("details")
    if not details:
        return any(says.search(error["message"]) for _, says in BEYOND_SCHEMAS)
    return all(
        any(
            any(field.fullmatch(detail["field"]) for field in fields) and says.search(detail["message"])
            for fields, says in BEYOND_SCHEMAS
        )
        for detail in details
    )


@schemathesis.check
def described_status(ctx, response, case):
    """Fails if a status below 500 is covered only by `default`, except the ones that any request can get."""
    described = case.operation.definition.raw["responses"]
    if str(response.status_code) in described or response.status_code in OF_ANY_REQUEST:
        return
    assert response.status_code >= 500, f"{response.status_code} is not described"
