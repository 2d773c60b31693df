"""Forms of JSON values: which values fit, what is wrong with one that does not, and the same as JSON Schema 2020-12.

Each form says all of this itself, so that the published schema and the check cannot drift apart. Only what a JSON
Schema can say is a form; see `verifier.schema` for the rest.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeAlias

from engine.core.codec import MOST

Json: TypeAlias = Any
Definitions: TypeAlias = dict[str, Json]
Test: TypeAlias = Callable[[Any], bool]
CUT: Final = 200  # characters of a fault: what an export holds may be long


class Form(ABC):
    @abstractmethod
    def fits(self, value: Json) -> bool: ...

    @cached_property
    def test(self) -> Test:
        """`fits` by the shortest way: forms of forms ask it for every value of every event."""
        return self.fits

    @abstractmethod
    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        """The same as JSON Schema; named forms are put into `definitions` and referred to."""

    def faults(self, value: Json, place: str) -> Iterator[str]:
        """What is wrong with a value at that place; nothing if it fits."""
        if not self.fits(value):
            yield f"{place} has another form"[:CUT]


# -- single values ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Text(Form):
    """A string that the pattern covers from end to end. The pattern is written for Python and ECMA 262 alike."""

    pattern: str

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, re.ASCII)

    def fits(self, value: Json) -> bool:
        return isinstance(value, str) and self._compiled.fullmatch(value) is not None

    @cached_property
    def test(self) -> Test:
        fullmatch = self._compiled.fullmatch
        return lambda value: isinstance(value, str) and fullmatch(value) is not None

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        # In some libraries $ also matches before a line feed at the end. No form here has a line feed.
        return {"type": "string", "pattern": f"^(?:{self.pattern})$", "not": {"pattern": "\\n"}}


@dataclass(frozen=True)
class Whole(Form):
    """A whole number, both bounds included."""

    least: int = -MOST
    most: int = MOST

    def fits(self, value: Json) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Constant(Form):
    value: str | int | bool | None

    def fits(self, value: Json) -> bool:
        return type(value) is type(self.value) and value == self.value

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        return {"const": self.value}


@dataclass(frozen=True)
class Choice(Form):
    """One of these words."""

    words: tuple[str, ...]

    def fits(self, value: Json) -> bool:
        return isinstance(value, str) and value in self.words

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        return {"enum": list(self.words)}


@dataclass(frozen=True)
class Flag(Form):
    def fits(self, value: Json) -> bool:
        return isinstance(value, bool)

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Anything(Form):
    def fits(self, value: Json) -> bool:
        return True

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        return {}


@dataclass(frozen=True)
class AnyObject(Form):
    def fits(self, value: Json) -> bool:
        return isinstance(value, dict)

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        return {"type": "object"}


# -- lists and objects ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ListOf(Form):
    """`distinct`: no item twice; for items that can be hashed."""

    item: Form
    least: int = 0
    distinct: bool = False
    most: int | None = None

    def fits(self, value: Json) -> bool:
        if not isinstance(value, list) or len(value) < self.least or not all(map(self.item.test, value)):
            return False
        if self.most is not None and len(value) > self.most:
            return False
        return not self.distinct or len(set(value)) == len(value)

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        schema: dict[str, Json] = {"type": "array", "items": self.item.as_schema(definitions)}
        if self.least:
            schema["minItems"] = self.least
        if self.most is not None:
            schema["maxItems"] = self.most
        return schema | ({"uniqueItems": True} if self.distinct else {})

    def faults(self, value: Json, place: str) -> Iterator[str]:
        """Of the first item that does not fit."""
        for number, item in enumerate(value if isinstance(value, list) else ()):
            if not self.item.fits(item):
                yield from self.item.faults(item, f"{place}[{number}]")
                return
        yield from super().faults(value, place)


@dataclass(frozen=True)
class Pair(Form):
    first: Form
    second: Form

    def fits(self, value: Json) -> bool:
        return isinstance(value, list) and len(value) == 2 and self.first.fits(value[0]) and self.second.fits(value[1])

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        items = [form.as_schema(definitions) for form in (self.first, self.second)]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}


@dataclass(frozen=True)
class Fields(Form):
    """An object with all the needed keys, perhaps some optional ones, and no others."""

    needed: Mapping[str, Form]
    optional: Mapping[str, Form] = field(default_factory=dict)

    @cached_property
    def _known(self) -> Mapping[str, Form]:
        return {**self.needed, **self.optional}

    def fits(self, value: Json) -> bool:
        if not isinstance(value, dict) or not self.needed.keys() <= value.keys() <= self._known.keys():
            return False
        tests = self._tests
        for key, item in value.items():  # noqa: SIM110 - a generator would cost more than the tests
            if not tests[key](item):
                return False
        return True

    @cached_property
    def _tests(self) -> Mapping[str, Test]:
        return {key: form.test for key, form in self._known.items()}

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        return {
            "type": "object",
            "properties": {key: form.as_schema(definitions) for key, form in self._known.items()},
            "required": list(self.needed),
            "additionalProperties": False,
        }

    def faults(self, value: Json, place: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{place} is not an object"
            return
        for words, keys in (("lacks", self.needed.keys() - value), ("has also", value.keys() - self._known)):
            if keys:
                yield f"{place} {words}: {', '.join(sorted(map(str, keys)))}"[:CUT]
        for key in sorted(value.keys() & self._known):
            yield from self._known[key].faults(value[key], f"{place}.{key}")


@dataclass(frozen=True)
class Entries(Form):
    """An object from texts of one form to values of one form; `least` and `most`: how many entries."""

    key: Text
    value: Form
    least: int = 0
    most: int | None = None

    def fits(self, value: Json) -> bool:
        if not isinstance(value, dict) or len(value) < self.least:
            return False
        if self.most is not None and len(value) > self.most:
            return False
        return all(map(self.key.fits, value)) and all(map(self.value.fits, value.values()))

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        schema: dict[str, Json] = {"type": "object", "propertyNames": self.key.as_schema(definitions)}
        schema["additionalProperties"] = self.value.as_schema(definitions)
        if self.least:
            schema["minProperties"] = self.least
        return schema | ({} if self.most is None else {"maxProperties": self.most})


# -- forms of forms ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Named(Form):
    """A form that the schema defines once, under this name."""

    name: str
    form: Form

    def fits(self, value: Json) -> bool:
        return self.form.fits(value)

    @cached_property
    def test(self) -> Test:
        return self.form.test

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        if self.name not in definitions:
            definitions[self.name] = {}  # keeps its place before what it refers to
            definitions[self.name] = self.form.as_schema(definitions)
        return {"$ref": f"#/$defs/{self.name}"}

    def faults(self, value: Json, place: str) -> Iterator[str]:
        yield from self.form.faults(value, place)


class Either(Form):
    def __init__(self, *forms: Form) -> None:
        self.forms = forms

    def fits(self, value: Json) -> bool:
        return any(test(value) for test in self._tests)

    @cached_property
    def _tests(self) -> tuple[Test, ...]:
        return tuple(form.test for form in self.forms)

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        return {"anyOf": [form.as_schema(definitions) for form in self.forms]}

    def faults(self, value: Json, place: str) -> Iterator[str]:
        """By the form that comes nearest: the one with the fewest faults."""
        yield from min(([*form.faults(value, place)] for form in self.forms), key=len)


class Every(Form):
    """All of these at once."""

    def __init__(self, *forms: Form) -> None:
        self.forms = forms

    def fits(self, value: Json) -> bool:
        return all(test(value) for test in self._tests)

    @cached_property
    def _tests(self) -> tuple[Test, ...]:
        return tuple(form.test for form in self.forms)

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        return {"allOf": [form.as_schema(definitions) for form in self.forms]}

    def faults(self, value: Json, place: str) -> Iterator[str]:
        """Of the first form that does not fit: the later ones may presuppose it."""
        for form, test in zip(self.forms, self._tests, strict=True):
            if not test(value):
                yield from form.faults(value, place)
                return


@dataclass(frozen=True)
class Having(Form):
    """An object whose keys, where they are there, have these forms. Other keys, and what is no object, are free."""

    forms: Mapping[str, Form]

    def fits(self, value: Json) -> bool:
        if not isinstance(value, dict):
            return True
        for key, test in self._tests:  # noqa: SIM110
            if key in value and not test(value[key]):
                return False
        return True

    @cached_property
    def _tests(self) -> tuple[tuple[str, Test], ...]:
        return tuple((key, form.test) for key, form in self.forms.items())

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        return {"properties": {key: form.as_schema(definitions) for key, form in self.forms.items()}}

    def faults(self, value: Json, place: str) -> Iterator[str]:
        for key, form in self.forms.items() if isinstance(value, dict) else ():
            if key in value:
                yield from form.faults(value[key], f"{place}.{key}")


@dataclass(frozen=True)
class When(Form):
    """Where the condition fits, the form has to fit as well."""

    condition: Form
    form: Form

    def fits(self, value: Json) -> bool:
        return not self.condition.test(value) or self.form.test(value)

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        return {"if": self.condition.as_schema(definitions), "then": self.form.as_schema(definitions)}

    def faults(self, value: Json, place: str) -> Iterator[str]:
        if self.condition.fits(value):
            yield from self.form.faults(value, place)


@dataclass(frozen=True)
class Switch(Form):
    """An object that has the form of its case, by the word under `key`; another word, or none, is free."""

    key: str
    cases: Mapping[str, Form]

    def fits(self, value: Json) -> bool:
        form = self._case(value)
        return form is None or form.test(value)

    def as_schema(self, definitions: Definitions) -> dict[str, Json]:
        def condition(word: str) -> dict[str, Json]:
            return {"properties": {self.key: {"const": word}}, "required": [self.key]}

        cases = self.cases.items()
        return {"allOf": [{"if": condition(word), "then": form.as_schema(definitions)} for word, form in cases]}

    def faults(self, value: Json, place: str) -> Iterator[str]:
        form = self._case(value)
        if form is not None:
            yield from form.faults(value, place)

    def _case(self, value: Json) -> Form | None:
        word = value.get(self.key) if isinstance(value, dict) else None
        return self.cases.get(word) if isinstance(word, str) else None
