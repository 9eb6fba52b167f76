// Generates a part of sdk/python: TypedDicts of records and events, operations for sync and async programs, and example answers.
import { capitalised, snake, walkOf } from "./names.ts";
import { type Contract, type Json, nameOf, type Operation, type Parameter } from "./model.ts";

const mark = "# Made by `npm run generate` from openapi.json; do not edit.\n";

/** Texts by path below sdk/python/src/muster_sdk. */
export function pythonFiles(contract: Contract): Record<string, string> {
  return {
    "types.py": typesFile(contract),
    "_operations.py": operationsFile(contract),
    "_examples.py": examplesFile(contract),
    "_version.py": `${mark}\n__version__ = ${JSON.stringify(contract.version)}\n`,
  };
}

/** Definitions in the order in which they are found; nested objects get names of their own. */
type Found = { defined: Map<string, string> };

function typesFile({ schemas, events }: Contract): string {
  const found: Found = { defined: new Map() };
  for (const [name, schema] of Object.entries(schemas)) define(name, schema, found);
  const known = Object.entries(events).map(([type, { schema }]) => `    ${JSON.stringify(type)}: ${JSON.stringify(schema)},`);
  return `${mark}"""Records, requests and events of the contract. Any of them may have further members, any enumeration further values."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, TypedDict, Union

${[...found.defined.values()].join("\n\n")}

#: The name of each event's type here, by the \`type\` that it carries.
EVENT_TYPES: Mapping[str, str] = {
${known.join("\n")}
}

KnownEvent = Union[${Object.values(events)
    .map(({ schema }) => JSON.stringify(schema))
    .join(", ")}]
`;
}

function define(name: string, schema: Json, found: Found): void {
  if (found.defined.has(name)) return;
  if (!isRecord(schema)) {
    found.defined.set(name, `${name} = ${typeOf(schema, name, found, true)}`);
    return;
  }
  found.defined.set(name, "");
  found.defined.set(name, recordOf(name, schema, found));
}

function isRecord(schema: Json): boolean {
  return Object.keys(schema["properties"] ?? {}).length > 0;
}

function recordOf(name: string, schema: Json, found: Found): string {
  const properties = Object.entries<Json>(schema["properties"]);
  const required = new Set<string>(schema["required"] ?? []);
  if (properties.some(([property]) => !/^[A-Za-z_]\w*$/.test(property) || keywords.has(property)))
    return calledRecord(name, properties, required, found);
  const lines = (wanted: boolean) =>
    properties
      .filter(([property]) => required.has(property) === wanted)
      .map(([property, inner]) => `    ${property}: ${typeOf(inner, name + pascal(property), found, false)}`);
  const [needed, optional] = [lines(true), lines(false)];
  const told = properties
    .filter(([, inner]) => inner["description"])
    .map(([property, inner]) => `${property}: ${oneLine(inner["description"])}`);
  const doc = docOf([...(schema["description"] ? [oneLine(schema["description"])] : []), ...told], "    ");
  if (optional.length === 0) return `\nclass ${name}(TypedDict):\n${doc}${needed.join("\n")}`;
  if (needed.length === 0) return `\nclass ${name}(TypedDict, total=False):\n${doc}${optional.join("\n")}`;
  return `\nclass _${name}(TypedDict):\n${needed.join("\n")}\n\n\nclass ${name}(_${name}, total=False):\n${doc}${optional.join("\n")}`;
}

/** A TypedDict in call syntax, for members that a class cannot have, such as `from`. */
function calledRecord(name: string, properties: [string, Json][], required: ReadonlySet<string>, found: Found): string {
  const members = properties.map(
    ([property, inner]) =>
      `    ${JSON.stringify(property)}: ${JSON.stringify(typeOf(inner, name + pascal(property), found, false))},`,
  );
  const total = properties.every(([property]) => required.has(property)) ? "" : ", total=False";
  return `\n${name} = TypedDict(\n    "${name}",\n    {\n    ${members.join("\n    ")}\n    }${total},\n)`;
}

const keywords = new Set([
  "from",
  "class",
  "global",
  "import",
  "is",
  "in",
  "not",
  "pass",
  "for",
  "def",
  "del",
  "with",
  "as",
  "or",
  "and",
  "if",
]);

/**
 * A schema as a type. `name` is the name for a nested object. In an alias, names are quoted, because Python evaluates it at once.
 */
function typeOf(schema: Json, name: string, found: Found, in_alias: boolean): string {
  const inner = (one: Json) => typeOf(one, name, found, in_alias);
  const reference = (to: string) => (in_alias ? JSON.stringify(to) : to);
  if (typeof schema["$ref"] === "string") return reference(nameOf(schema["$ref"]));
  if ("const" in schema) return `Literal[${literal(schema["const"])}]`;
  if (Array.isArray(schema["enum"])) return enumOf(schema["enum"]);
  const alternatives = (schema["anyOf"] ?? schema["oneOf"]) as Json[] | undefined;
  if (alternatives) return union(alternatives.map(inner));
  const { type } = schema;
  if (Array.isArray(type)) return union(type.map((one) => inner({ ...schema, type: one })));
  const plain: Readonly<Record<string, string>> = {
    string: "str",
    boolean: "bool",
    null: "None",
    integer: "int",
    number: "float",
  };
  if (typeof type === "string" && plain[type] !== undefined) return plain[type];
  if (type === "array") return `List[${schema["items"] ? typeOf(schema["items"], singular(name), found, in_alias) : "Any"}]`;
  if (isRecord(schema)) {
    define(name, schema, found);
    return reference(name);
  }
  const values = schema["additionalProperties"];
  return type === "object" ? `Dict[str, ${typeof values === "object" ? inner(values as Json) : "Any"}]` : "Any";
}

function enumOf(values: readonly unknown[]): string {
  const all = `Literal[${values.map(literal).join(", ")}]`;
  return values.some((value) => typeof value === "string") ? `Union[${all}, str]` : all;
}

function literal(value: unknown): string {
  return value === true ? "True" : value === false ? "False" : value === null ? "None" : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? distinct[0]! : `Union[${distinct.join(", ")}]`;
}

function pascal(name: string): string {
  return name.split("_").map(capitalised).join("");
}

function singular(name: string): string {
  return name.endsWith("ies") ? `${name.slice(0, -3)}y` : name.endsWith("s") ? name.slice(0, -1) : `${name}Item`;
}

function oneLine(text: unknown): string {
  return String(text).replaceAll(/\s+/g, " ");
}

function docOf(texts: readonly string[], pad: string): string {
  if (texts.length === 0) return "";
  const lines = texts.map((text) => text.replaceAll("\\", "\\\\").replaceAll('"""', "'''"));
  if (lines.length === 1 && !lines[0]!.endsWith('"')) return `${pad}"""${lines[0]}"""\n\n`;
  return `${pad}"""${lines.join(`\n\n${pad}`)}\n${pad}"""\n\n`;
}

function operationsFile({ operations }: Contract): string {
  const groups = [...Map.groupBy(operations, ({ group }) => group)];
  const kinds = [false, true].map((is_async) => {
    const prefix = is_async ? "Async" : "";
    const classes = groups.map(([group, members]) => classOf(group, members, is_async));
    const made = groups.map(([group]) => `        self.${snake(group)} = ${prefix}${capitalised(group)}(call)`);
    return `${classes.join("\n\n")}\n\nclass ${prefix}Operations:\n    """All operations of the contract, in groups."""\n\n    def __init__(self, call: ${prefix}Call) -> None:\n${made.join("\n")}\n`;
  });
  return `${mark}# mypy: disable-error-code="no-any-return"
"""Operations of the contract, for sync and for async programs."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Literal, Optional, Union
from urllib.parse import quote

from . import types as t
from ._transport import AsyncCall, AsyncUpload, Call, OnAnswer, Request, Upload
from ._walk import AsyncWalk, Walk

${kinds.join("\n\n")}`;
}

function classOf(group: string, operations: readonly Operation[], is_async: boolean): string {
  const prefix = is_async ? "Async" : "";
  const methods = operations.flatMap((operation) => [
    methodOf(operation, is_async),
    ...(operation.list ? [walkMethod(operation, is_async)] : []),
  ]);
  return `class ${prefix}${capitalised(group)}:\n    def __init__(self, call: ${prefix}Call) -> None:\n        self._call = call\n\n${methods.join("\n")}`;
}

/** Names of the contract stand behind \`t.\`. */
function outer(schema: Json): string {
  const found: Found = { defined: new Map() };
  const text = typeOf(schema, "Any", found, true);
  return text.replaceAll(/"(\w+)"(?=[\],)]|$)/g, (whole, name: string) => (literals(text).has(whole) ? whole : `t.${name}`));
}

/** Strings within Literal[…], which are values rather than names. */
function literals(text: string): Set<string> {
  return new Set([...text.matchAll(/Literal\[([^\]]*)\]/g)].flatMap(([, values]) => values!.split(", ")));
}

function queryParameters(query: readonly Parameter[]): string[] {
  const sorted = query.toSorted((one, other) => Number(other.required) - Number(one.required));
  return sorted.map(({ name, schema, required }) =>
    required ? `${name}: ${outer(schema)}` : `${name}: Optional[${outer(schema)}] = None`,
  );
}

const files = { text: "str", bytes: "bytes" } as const;

function methodOf(operation: Operation, is_async: boolean): string {
  const { verb, method, path, path_parameters, query, body, result } = operation;
  const upload = body !== null && body.schema === null;
  const bodies =
    body === null ? [] : [upload ? `body: ${is_async ? "Async" : ""}Upload` : bodyParameter(body.schema!, body.required)];
  const named = [
    ...queryParameters(query),
    ...(operation.takes_key ? ["idempotency_key: Optional[str] = None"] : []),
    ...(operation.takes_if_match ? ["if_match: Optional[str] = None"] : []),
    "deadline_s: Optional[float] = None",
    "on_answer: Optional[OnAnswer] = None",
  ];
  const parameters = ["self", ...path_parameters.map(({ name }) => `${name}: str`), ...bodies, "*", ...named];
  const address =
    path_parameters.length === 0 ? JSON.stringify(path) : `f"${path.replaceAll(/\{(\w+)\}/g, "{quote($1, safe='')}")}"`;
  const sent = [
    JSON.stringify(method),
    address,
    ...(query.length > 0 ? [`query={${query.map(({ name }) => `"${name}": ${name}`).join(", ")}}`] : []),
    ...(body === null ? [] : [upload ? `upload=body, media_type=${JSON.stringify(body.media_type)}` : "body=body"]),
    ...(operation.takes_key ? ["takes_key=True, idempotency_key=idempotency_key"] : []),
    ...(operation.takes_if_match ? ["if_match=if_match"] : []),
    ...(result === "text" ? ["as_text=True"] : []),
    ...(result === "bytes" ? ["as_bytes=True"] : []),
    "deadline_s=deadline_s",
    "on_answer=on_answer",
  ];
  const answered = result === null ? "None" : typeof result === "string" ? files[result] : outer(result);
  return `    ${is_async ? "async " : ""}def ${snake(verb)}(
        ${parameters.join(",\n        ")},
    ) -> ${answered}:
${docOf(textsOf(operation), "        ").trimEnd()}
        return ${is_async ? "await " : ""}self._call(Request(${sent.join(", ")}))
`;
}

function textsOf({ text, query }: Operation): string[] {
  return [...text.map(oneLine), ...query.filter((one) => one.text).map((one) => `\`${one.name}\`: ${oneLine(one.text)}`)];
}

function bodyParameter(schema: Json, required: boolean): string {
  return required ? `body: ${outer(schema)}` : `body: Optional[${outer(schema)}] = None`;
}

function walkMethod(operation: Operation, is_async: boolean): string {
  const { verb, path_parameters, query, text, list } = operation;
  const { member, item, by, resumes } = list!;
  const kept = query.filter(({ name }) => name !== "offset" && !(name === "cursor" && resumes !== "resume_cursor"));
  const prefix = is_async ? "Async" : "";
  const ids = path_parameters.map(({ name }) => name);
  const parameters = [
    "self",
    ...ids.map((name) => `${name}: str`),
    "*",
    ...queryParameters(kept),
    "deadline_s: Optional[float] = None",
  ];
  const given = kept.map(({ name }) => `"${name}": ${name}`).join(", ");
  const doc = [
    `${text[0]!.slice(0, -1)}, all pages of them: one entry after the other, each page asked for when it is needed.`,
    ...(resumes === null
      ? []
      : [
          `Its \`resume_from\`, once it has ended, is where the next walk begins (\`${resumes === "resume_cursor" ? "cursor" : "updated_since"}\`).`,
        ]),
  ];
  // A feed's cursor includes `since` and cannot be combined with it; cursors of other lists need the filters of the first page.
  const first_only = resumes === "resume_cursor" ? kept.filter(({ name }) => name === "since") : [];
  const paging = [
    `member=${JSON.stringify(member)}`,
    `by="${by}"`,
    ...(first_only.length === 0 ? [] : [`first_only=(${first_only.map(({ name }) => `"${name}",`).join(" ")})`]),
  ];
  const type = resolvable(item) ? outer(item) : "Dict[str, Any]";
  return `    def ${snake(walkOf(verb))}(
        ${parameters.join(",\n        ")},
    ) -> ${prefix}Walk[${type}]:
${docOf(doc, "        ").trimEnd()}
        query: Dict[str, Any] = {${given}}
        return ${prefix}Walk(lambda place: self.${snake(verb)}(${[...ids, "**{**query, **place}", "deadline_s=deadline_s"].join(", ")}), ${paging.join(", ")})
`;
}

function resolvable(item: Json): boolean {
  return typeof item["$ref"] === "string" || Array.isArray(item["anyOf"]);
}

function examplesFile({ operations, events }: Contract): string {
  const answers = Object.fromEntries(operations.map(({ method, path, example }) => [`${method} ${path}`, example]));
  const bodies = Object.fromEntries(Object.entries(events).map(([type, { example }]) => [type, example]));
  const text = (value: object) => JSON.stringify(JSON.stringify(value));
  return `${mark}import json
from typing import Any, Dict

ANSWERS: Dict[str, Any] = json.loads(${text(answers)})

EVENTS: Dict[str, Any] = json.loads(${text(bodies)})
`;
}
