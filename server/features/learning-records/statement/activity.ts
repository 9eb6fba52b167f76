// Activities (xAPI 1.0.3, Data 2.4.4.1).
import { extensions, fail, iri, languageMap, list, object, oneOf, text, type Check } from "./forms.ts";

const components = ["choices", "scale", "source", "target", "steps"] as const;
/** The component lists that each interaction type may have. */
const parts: Readonly<Record<string, readonly string[]>> = {
  "true-false": [],
  choice: ["choices"],
  "fill-in": [],
  "long-fill-in": [],
  matching: ["source", "target"],
  performance: ["steps"],
  sequencing: ["choices"],
  likert: ["scale"],
  numeric: [],
  other: [],
};

const component: Check = (value, at) => void object(value, at, { id: text, description: languageMap }, ["id"]);
const componentList: Check = (value, at) => {
  list(component)(value, at);
  const ids = (value as { id: string }[]).map(({ id }) => id);
  if (new Set(ids).size < ids.length) fail(at, "has an id twice");
};

const definition: Check = (value, at) => {
  const found = object(value, at, {
    name: languageMap,
    description: languageMap,
    type: iri,
    moreInfo: iri,
    extensions,
    interactionType: oneOf(...Object.keys(parts)),
    correctResponsesPattern: list(text),
    ...Object.fromEntries(components.map((name) => [name, componentList])),
  });
  const type = found["interactionType"] as string | undefined;
  const used = components.filter((name) => Object.hasOwn(found, name));
  if (type === undefined && (used.length > 0 || Object.hasOwn(found, "correctResponsesPattern")))
    fail(`${at}.interactionType`, "is missing beside parts of an interaction");
  const wrong = used.find((name) => !parts[type!]!.includes(name));
  if (wrong !== undefined) fail(`${at}.${wrong}`, `does not belong to the interaction ${type}`);
};

export const activity: Check = (value, at) =>
  void object(value, at, { objectType: oneOf("Activity"), id: iri, definition }, ["id"]);
