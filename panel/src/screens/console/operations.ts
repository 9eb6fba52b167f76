/**
 * A parameter of an operation, in its path or query. `type` is that of its JSON Schema, or empty; `example` is the contract's, or
 * empty.
 */
export type Parameter = {
  name: string;
  place: "path" | "query";
  type: string;
  required: boolean;
  description: string;
  example: string;
};

/** An operation that a client calls with its secret. `body`: the contract's example as indented JSON; null: it takes no body. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  scopes: readonly string[];
  parameters: readonly Parameter[];
  body: string | null;
};

/** The OpenAPI document, read as plain JSON of any depth. */
type Document = Record<string, any>;

/**
 * The operations below /api/v1 that take X-API-Key, take JSON if they have a body, and answer with text; in the order of the
 * document.
 */
export function operationsOf(document: Document): Operation[] {
  return Object.entries<Document>(document["paths"]).flatMap(([path, item]) =>
    Object.entries<Document>(item)
      .filter(
        ([, operation]) => path.startsWith("/api/v1/") && takesKey(operation) && takesJson(operation) && answersText(operation),
      )
      .map(([method, operation]) => ({
        id: operation["operationId"],
        method: method.toUpperCase(),
        path,
        tag: operation["tags"][0],
        summary: operation["summary"],
        scopes: operation["x-required-scopes"] ?? [],
        parameters: parametersOf(document, operation),
        body: operation["requestBody"]
          ? JSON.stringify(operation["requestBody"].content["application/json"].example ?? {}, null, 2)
          : null,
      })),
  );
}

function takesKey(operation: Document): boolean {
  return (operation["security"] ?? []).some((entry: Document) => "apiKey" in entry);
}

function takesJson({ requestBody }: Document): boolean {
  return requestBody === undefined || "application/json" in requestBody.content;
}

/** Whether all answers are text; the page cannot show a PDF. */
function answersText({ responses }: Document): boolean {
  const media_types = Object.values<Document>(responses).flatMap(({ content }) => Object.keys(content ?? {}));
  return media_types.every((media_type) => media_type.includes("json") || media_type.startsWith("text/"));
}

function parametersOf(document: Document, operation: Document): Parameter[] {
  return ((operation["parameters"] ?? []) as Document[])
    .map((parameter) => resolved(document, parameter))
    .filter(({ in: place }) => place === "path" || place === "query")
    .map((parameter) => {
      const schema = resolved(document, parameter["schema"]);
      const example: unknown = parameter["example"] ?? schema["examples"]?.[0] ?? schema["enum"]?.[0] ?? schema["default"] ?? "";
      return {
        name: parameter["name"],
        place: parameter["in"],
        type: String(schema["type"] ?? ""),
        required: parameter["required"] === true,
        description: parameter["description"] ?? schema["description"] ?? "",
        example: String(example),
      };
    });
}

function resolved(document: Document, node: Document): Document {
  if (typeof node["$ref"] !== "string") return node;
  const place = node["$ref"].slice(2).split("/");
  return place.reduce((at, key) => at[key], document);
}
