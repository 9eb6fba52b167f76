/** An attribute in the form that /Schemas sends (RFC 7643 §7), plus `content`, which is not sent. */
export type Attribute = {
  name: string;
  type: AttributeType;
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: "readWrite" | "readOnly" | "immutable" | "writeOnly";
  returned: "always" | "default" | "request" | "never";
  uniqueness: "none" | "server" | "global";
  /** Suggested values; others are allowed (RFC 7643 §7). */
  canonicalValues?: readonly string[];
  referenceTypes?: readonly string[];
  subAttributes?: readonly Attribute[];
  /** What a text must be: `line`, a name or number of one line; `mailbox`, an e-mail address, which is one line too. */
  content?: "line" | "mailbox";
};

export type AttributeType = "string" | "boolean" | "integer" | "decimal" | "dateTime" | "reference" | "complex" | "binary";

export type ResourceSchema = { id: string; name: string; description: string; attributes: readonly Attribute[] };

export type ResourceType = {
  name: "User" | "Group";
  endpoint: "/Users" | "/Groups";
  core: ResourceSchema;
  extensions: readonly ResourceSchema[];
};

type Rest = Partial<Omit<Attribute, "name" | "type" | "description" | "subAttributes">>;

/** A single text that is compared regardless of case, unless `rest` says otherwise. */
export function text(name: string, description: string, rest: Rest = {}): Attribute {
  return attribute(name, "string", description, rest);
}

export function flag(name: string, description: string, rest: Rest = {}): Attribute {
  return attribute(name, "boolean", description, rest);
}

/** A text that serves as a name: one line. */
export function line(name: string, description: string, rest: Rest = {}): Attribute {
  return text(name, description, { content: "line", ...rest });
}

/** A URI, or the id of another resource. RFC 7643 §2.3.7: references are case exact. */
export function reference(name: string, description: string, referenceTypes: readonly string[], rest: Rest = {}): Attribute {
  return attribute(name, "reference", description, { caseExact: true, referenceTypes, ...rest });
}

/** RFC 7643 §2.3.6: binary values are case exact. */
export function binary(name: string, description: string, rest: Rest = {}): Attribute {
  return attribute(name, "binary", description, { caseExact: true, ...rest });
}

export function complex(name: string, description: string, subAttributes: readonly Attribute[], rest: Rest = {}): Attribute {
  return { ...attribute(name, "complex", description, rest), subAttributes };
}

/** An attribute with the default characteristics of RFC 7643 §2.2, unless `rest` says otherwise. */
export function attribute(name: string, type: AttributeType, description: string, rest: Rest = {}): Attribute {
  return {
    name,
    type,
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: "readWrite",
    returned: "default",
    uniqueness: "none",
    ...rest,
  };
}

const shown = { mutability: "readOnly" } as const;

/** Attributes that every resource has besides those of its schemas (RFC 7643 §3.1); /Schemas does not list them. */
export const common_attributes: readonly Attribute[] = [
  reference("schemas", "The schemas of which the resource has attributes.", ["uri"], {
    multiValued: true,
    required: true,
    returned: "always",
  }),
  text("id", "The resource's id, given by the service.", { ...shown, caseExact: true, returned: "always", uniqueness: "server" }),
  line("externalId", "The id by which the client knows the resource.", { caseExact: true }),
  complex(
    "meta",
    "What the service knows about the resource.",
    [
      text("resourceType", "The name of the resource's type.", { ...shown, caseExact: true }),
      attribute("created", "dateTime", "When the resource was created.", shown),
      attribute("lastModified", "dateTime", "When the resource was last changed.", shown),
      reference("location", "The resource's address.", ["uri"], shown),
      text("version", "The resource's version, an entity tag.", { ...shown, caseExact: true }),
    ],
    shown,
  ),
];
