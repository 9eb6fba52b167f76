// The normal form in which values are compared; evaluate.ts defines it.
import { caseNorm } from "../../../platform/text.ts";
import { common_attributes, type Attribute, type ResourceSchema, type ResourceType } from "../attributes.ts";

/**
 * The normal form of a resource, which the database stores for filters. Attributes that no schema of its type has are left out.
 */
export function normalForm(resource: unknown, type: ResourceType): Record<string, unknown> {
  return Object.fromEntries([
    ...normalMembers(resource, [...common_attributes, ...type.core.attributes]),
    ...type.extensions.flatMap((schema) => normalExtension(resource, schema)),
  ]);
}

function normalExtension(resource: unknown, schema: ResourceSchema): [string, unknown][] {
  const members = normalMembers(member(resource, schema.id), schema.attributes);
  return members.length === 0 ? [] : [[schema.id, Object.fromEntries(members)]];
}

function normalMembers(holder: unknown, attributes: readonly Attribute[]): [string, unknown][] {
  return attributes.flatMap((attribute): [string, unknown][] => {
    const value = normalValue(attribute, member(holder, attribute.name));
    return value === undefined ? [] : [[attribute.name, value]];
  });
}

function normalValue(attribute: Attribute, value: unknown): unknown {
  if (!attribute.multiValued) return normalOne(attribute, value);
  if (!Array.isArray(value)) return undefined;
  const elements = value.map((element) => normalOne(attribute, element)).filter((element) => element !== undefined);
  return elements.length === 0 ? undefined : elements;
}

/** The normal form of one value; undefined if the value has another type. */
export function normalOne(attribute: Attribute, value: unknown): unknown {
  switch (attribute.type) {
    case "string":
    case "reference":
    case "binary":
      return typeof value === "string" && value !== "" ? normalText(attribute, value) : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "integer":
    case "decimal":
      return typeof value === "number" && Number.isFinite(value) ? value : undefined;
    case "dateTime":
      return typeof value === "string" ? millisecondsOf(value) : undefined;
    default: {
      const members = normalMembers(value, attribute.subAttributes ?? []);
      return members.length === 0 ? undefined : Object.fromEntries(members);
    }
  }
}

export function normalText(attribute: Attribute, text: string): string {
  return attribute.caseExact ? text : caseNorm(text);
}

const date_time_pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/;
const [earliest_ms, latest_ms] = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"].map(
  (text) => Temporal.Instant.from(text).epochMilliseconds,
) as [number, number];

/**
 * The instant of an xsd:dateTime in milliseconds, the precision of instants in answers. An instant between two milliseconds
 * becomes a half. UTC if there is no zone. Undefined if the text is no instant, or outside of the years 1 to 9999.
 */
export function millisecondsOf(text: string): number | undefined {
  const [, seconds, fraction = "", zone = "Z"] = date_time_pattern.exec(text) ?? [];
  if (seconds === undefined) return undefined;
  try {
    const whole = Temporal.Instant.from(`${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}${zone}`).epochMilliseconds;
    if (whole < earliest_ms || whole > latest_ms) return undefined;
    return /[1-9]/.test(fraction.slice(3)) ? whole + 0.5 : whole;
  } catch {
    return undefined; // no such day or time
  }
}

/** An own member of an object, whatever its name. */
export function member(holder: unknown, key: string): unknown {
  if (typeof holder !== "object" || holder === null || Array.isArray(holder)) return undefined;
  return Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined;
}
