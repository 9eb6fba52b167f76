import {
  attribute,
  complex,
  line,
  reference,
  text,
  type Attribute,
  type ResourceSchema,
  type ResourceType,
} from "./attributes.ts";
import { enterprise_schema, user_schema } from "./schemas-user.ts";

/** An attribute that a tenant has defined for its people. */
export type OwnAttribute = { key: string; type: "string" | "number" | "boolean" | "string_array" };

export const training_urn = "urn:ietf:params:scim:schemas:extension:training-platform:2.0:User";

const training_attributes: readonly Attribute[] = [
  text("workerType", "Whether the person is on the payroll or works for a contractor.", {
    caseExact: true,
    canonicalValues: ["internal_payroll", "b2b_contractor"],
  }),
  line("contractorName", "The name of the contractor for which the person works."),
  line("contractorId", "The id of that contractor.", { caseExact: true }),
];

/** The resource type User with the attributes that a tenant has defined. */
export function userType(own: readonly OwnAttribute[]): ResourceType {
  return { name: "User", endpoint: "/Users", core: user_schema, extensions: [enterprise_schema, trainingSchema(own)] };
}

/** The schemas that every user has attributes of: employee number and worker type always have a value. */
export const user_schemas: readonly string[] = [user_schema.id, enterprise_schema.id, training_urn];

/** RFC 7643 §4.2. */
export const group_type: ResourceType = {
  name: "Group",
  endpoint: "/Groups",
  core: {
    id: "urn:ietf:params:scim:schemas:core:2.0:Group",
    name: "Group",
    description: "A group of people.",
    attributes: [
      line("displayName", "The group's name.", { required: true }),
      complex(
        "members",
        "The people in the group.",
        [
          line("value", "The person's id.", { mutability: "immutable" }),
          reference("$ref", "The person's address.", ["User"], { mutability: "immutable" }),
          text("type", "The type of the member.", { mutability: "immutable", canonicalValues: ["User"] }),
          text("display", "The person's name.", { mutability: "readOnly" }),
        ],
        { multiValued: true },
      ),
    ],
  },
  extensions: [],
};

function trainingSchema(own: readonly OwnAttribute[]): ResourceSchema {
  // RFC 7643 §2.1: names are compared regardless of case. A tenant's key never replaces one of the platform's attributes.
  const taken = new Set(training_attributes.map(({ name }) => name.toLowerCase()));
  return {
    id: training_urn,
    name: "TrainingPlatformUser",
    description: "What the training platform knows about a person beyond other schemas, with the organisation's own attributes.",
    attributes: [...training_attributes, ...own.filter(({ key }) => !taken.has(key.toLowerCase())).map(ownAttribute)],
  };
}

const own_types = { string: "string", number: "decimal", boolean: "boolean", string_array: "string" } as const;

function ownAttribute({ key, type }: OwnAttribute): Attribute {
  return attribute(key, own_types[type], "An attribute that the organisation has defined.", {
    multiValued: type === "string_array",
    caseExact: true,
  });
}
