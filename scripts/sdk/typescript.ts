// Generates a part of sdk/typescript: types of records and events, operations with their documentation, and example answers.
import { capitalised, walkOf } from "./names.ts";
import { type Contract, type Json, nameOf, type Operation } from "./model.ts";

const mark = "// Made by `npm run generate` from openapi.json; do not edit.\n";

/** Texts by path below sdk/typescript/src/generated. */
export function typescriptFiles(contract: Contract): Record<string, string> {
  return {
    "types.ts": typesFile(contract),
    "operations.ts": operationsFile(contract),
    "examples.ts": examplesFile(contract),
    "fields.ts": fieldsFile(contract),
  };
}

function typesFile({ schemas, events }: Contract): string {
  const types = Object.entries(schemas).map(
    ([name, schema]) => `${comment(schema, "")}export type ${name} = ${typeOf(schema, "")};\n`,
  );
  const known = Object.entries(events).map(([type, { schema }]) => `  ${JSON.stringify(type)}: ${schema};`);
  return `${mark}
/** Any other string as well: within v1 values may be added. */
export type Open = string & {};

${types.join("\n")}
/** Events by their type. */
export type Events = {
${known.join("\n")}
};
`;
}

/** A schema as a type; `pad` is the indentation of its first line. */
function typeOf(schema: Json, pad: string): string {
  if (typeof schema["$ref"] === "string") return nameOf(schema["$ref"]);
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return enumOf(schema["enum"]);
  const alternatives = (schema["anyOf"] ?? schema["oneOf"]) as Json[] | undefined;
  if (alternatives) return [...new Set(alternatives.map((one) => typeOf(one, pad)))].join(" | ");
  const { type } = schema;
  if (Array.isArray(type)) return [...new Set(type.map((one) => typeOf({ ...schema, type: one }, pad)))].join(" | ");
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === "integer" || type === "number") return "number";
  if (type === "array") return arrayOf(schema["items"] ? typeOf(schema["items"], pad) : "unknown");
  return type === "object" || "properties" in schema ? objectOf(schema, pad) : "unknown";
}

function enumOf(values: readonly unknown[]): string {
  const open = values.some((value) => typeof value === "string") ? ["Open"] : [];
  return [...values.map((value) => JSON.stringify(value)), ...open].join(" | ");
}

function arrayOf(item: string): string {
  return /^[\w.]+$|^\{[\s\S]*\}$/.test(item) && !item.includes("} | ") ? `${item}[]` : `(${item})[]`;
}

function objectOf(schema: Json, pad: string): string {
  const properties = Object.entries<Json>(schema["properties"] ?? {});
  const values = typeof schema["additionalProperties"] === "object" ? typeOf(schema["additionalProperties"], pad) : "unknown";
  if (properties.length === 0) return `{ [name: string]: ${values} }`;
  const required = new Set<string>(schema["required"] ?? []);
  const inner = `${pad}  `;
  const members = properties.map(
    ([name, property]) =>
      `${comment(property, inner)}${inner}${quoted(name)}${required.has(name) ? "" : "?"}: ${typeOf(property, inner)};`,
  );
  return `{\n${members.join("\n")}\n${pad}}`;
}

function comment(schema: Json, pad: string): string {
  return typeof schema["description"] === "string" ? docOf([schema["description"]], pad) : "";
}

function docOf(texts: readonly string[], pad: string): string {
  const lines = texts.map((text) => text.replaceAll("*/", "*\\/").replaceAll(/\s*\n\s*/g, " "));
  if (lines.length === 1) return `${pad}/** ${lines[0]} */\n`;
  return `${pad}/**\n${lines.map((line) => `${pad} * ${line}`).join(`\n${pad} *\n`)}\n${pad} */\n`;
}

function quoted(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function operationsFile({ operations, schemas, version }: Contract): string {
  const groups = Map.groupBy(operations, ({ group }) => group);
  const queries = operations.filter(({ query }) => query.length > 0).map(queryType);
  const classes = [...groups].map(([group, members]) => classOf(group, members));
  const text = [...queries, ...classes].join("\n");
  const used = Object.keys(schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const fields = [...groups.keys()].map((group) => `  readonly ${group}: ${capitalised(group)};`);
  const made = [...groups.keys()].map((group) => `    this.${group} = new ${capitalised(group)}(call);`);
  return `${mark}
import type { Call, CallOptions, ChangeOptions, UploadBody, WriteOptions } from "../transport.ts";
import { Walk } from "../walk.ts";
import type {
${[...used, ...(/\bOpen\b/.test(text) ? ["Open"] : [])].map((name) => `  ${name},`).join("\n")}
} from "./types.ts";

/** The version of the contract that this was made from. */
export const version = ${JSON.stringify(version)};

${text}
/** All operations of the contract, in groups. */
export class Operations {
${fields.join("\n")}

  constructor(call: Call) {
${made.join("\n")}
  }
}
`;
}

function queryType({ id, query }: Operation): string {
  const members = query.map(
    ({ name, required, schema, text }) =>
      `${text ? docOf([text], "  ") : ""}  ${quoted(name)}${required ? "" : "?"}: ${typeOf(schema, "  ")};`,
  );
  return `/** What \`${id}\` can be asked. */\nexport type ${capitalised(id)}Query = {\n${members.join("\n")}\n};\n`;
}

function classOf(group: string, operations: readonly Operation[]): string {
  return `export class ${capitalised(group)} {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

${operations.flatMap((operation) => [methodOf(operation), ...(operation.list ? [walkMethod(operation)] : [])]).join("\n")}}
`;
}

function queryParameter({ id, query }: Operation): string[] {
  if (query.length === 0) return [];
  const demanded = query.some(({ required }) => required);
  return [`query: ${capitalised(id)}Query${demanded ? "" : " = {}"}`];
}

function optionsType({ takes_key, takes_if_match, body }: Operation): string {
  if (takes_if_match) return "ChangeOptions";
  return takes_key || body ? "WriteOptions" : "CallOptions";
}

const files = { text: "string", bytes: "Uint8Array" } as const;

function methodOf(operation: Operation): string {
  const { verb, method, path, path_parameters, query, body, result, text } = operation;
  const ids = path_parameters.map(({ name }) => `${name}: string`);
  const bodies = body === null ? [] : [body.schema === null ? "body: UploadBody" : bodyParameter(body.schema, body.required)];
  const parameters = [...ids, ...bodies, ...queryParameter(operation), `options: ${optionsType(operation)} = {}`];
  const answered = result === null ? "void" : typeof result === "string" ? files[result] : typeOf(result, "  ");
  const upload = body !== null && body.schema === null;
  const sent = [
    `method: "${method}"`,
    `path: ${path_parameters.length === 0 ? JSON.stringify(path) : `\`${path.replaceAll(/\{(\w+)\}/g, "${encodeURIComponent($1)}")}\``}`,
    ...(query.length > 0 ? ["query"] : []),
    ...(body === null ? [] : [upload ? `upload: body, mediaType: ${JSON.stringify(body.media_type)}` : "body"]),
    ...(operation.takes_key ? ["takesKey: true"] : []),
    ...(result === "text" ? ["asText: true"] : []),
    ...(result === "bytes" ? ["asBytes: true"] : []),
  ];
  return `${docOf(text, "  ")}  ${verb}(${parameters.join(", ")}): Promise<${answered}> {
    return this.#call<${answered}>({ ${sent.join(", ")} }, options);
  }
`;
}

function bodyParameter(schema: Json, required: boolean): string {
  return required ? `body: ${typeOf(schema, "  ")}` : `body: ${typeOf(schema, "  ")} = {}`;
}

function walkMethod(operation: Operation): string {
  const { verb, path_parameters, text, list } = operation;
  const { member, item, by, resumes } = list!;
  const ids = path_parameters.map(({ name }) => name);
  const parameters = [...ids.map((name) => `${name}: string`), ...queryParameter(operation), "options: CallOptions = {}"];
  const doc = [
    `${text[0]!.slice(0, -1)}, all pages of them: one entry after the other, each page asked for when it is needed.`,
    ...(resumes === null
      ? []
      : [
          `Its \`resumeFrom\`, once it has ended, is where the next walk begins (\`${resumes === "resume_cursor" ? "cursor" : "updated_since"}\`).`,
        ]),
  ];
  const call = `this.${verb}(${[...ids, "{ ...query, ...place }", "options"].join(", ")})`;
  return `${docOf(doc, "  ")}  ${walkOf(verb)}(${parameters.join(", ")}): Walk<${typeOf(item, "  ")}> {
    return new Walk((place) => ${call}, { member: ${JSON.stringify(member)}, by: "${by}" });
  }
`;
}

/** The fields of a person that a column of a file may fill. */
function fieldsFile({ schemas }: Contract): string {
  const properties = Object.entries<Json>(schemas["ChangeUserRequest"]!["properties"]).filter(([name]) => name !== "attributes");
  const lines = properties.map(([name, schema]) => `  ${name}: "${kindOf(schema)}",`);
  return `${mark}
/** The fields of a person that a column can hold. */
export const personFields: Readonly<Record<string, "text" | "date" | "boolean">> = {
${lines.join("\n")}
};
`;
}

function kindOf(schema: Json): string {
  const text = JSON.stringify(schema);
  if (text.includes('"boolean"')) return "boolean";
  return text.includes('"format":"date"') ? "date" : "text";
}

function examplesFile({ operations, events }: Contract): string {
  const answers = operations.map(
    ({ method, path, example }) => `  ${JSON.stringify(`${method} ${path}`)}: ${JSON.stringify(example)},`,
  );
  const bodies = Object.entries(events).map(([type, { example }]) => `  ${JSON.stringify(type)}: ${JSON.stringify(example)},`);
  return `${mark}
/** An example answer of each operation, by method and path. */
export const exampleAnswers: Readonly<Record<string, unknown>> = {
${answers.join("\n")}
};

/** An example of each event, by its type. */
export const exampleEvents: Readonly<Record<string, unknown>> = {
${bodies.join("\n")}
};
`;
}
