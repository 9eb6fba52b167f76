import { binary, complex, flag, line, reference, text, type Attribute, type ResourceSchema } from "./attributes.ts";

// RFC 7643 §4.1. Attributes that the platform has no field for are stored and returned as sent.

const name = complex("name", "The parts of the person's name.", [
  text("formatted", "The full name as it is shown."),
  line("familyName", "The family name, or last name."),
  line("givenName", "The given name, or first name."),
  text("middleName", "The middle names."),
  text("honorificPrefix", "What stands before the name, such as a title."),
  text("honorificSuffix", "What stands after the name."),
]);

const address = complex(
  "addresses",
  "Postal addresses.",
  [
    text("formatted", "The whole address as it is written on a label; may have several lines."),
    text("streetAddress", "Street and house number; may have several lines."),
    text("locality", "City or locality."),
    text("region", "State or region."),
    text("postalCode", "Postal code."),
    text("country", "Country code, ISO 3166-1 alpha-2."),
    text("type", "What the address is for.", { canonicalValues: ["work", "home", "other"] }),
    flag("primary", "Whether it is the preferred one; at most one is."),
  ],
  { multiValued: true },
);

const groups = complex(
  "groups",
  "The groups to which the person belongs; changed at the groups.",
  [
    text("value", "The group's id.", { mutability: "readOnly" }),
    reference("$ref", "The group's address.", ["Group"], { mutability: "readOnly" }),
    text("display", "The group's name.", { mutability: "readOnly" }),
    text("type", "How the person belongs to it.", { mutability: "readOnly", canonicalValues: ["direct", "indirect"] }),
  ],
  { multiValued: true, mutability: "readOnly" },
);

export const user_schema: ResourceSchema = {
  id: "urn:ietf:params:scim:schemas:core:2.0:User",
  name: "User",
  // The text of RFC 7643 §8.7.1, because some clients search for it.
  description: "User Account",
  attributes: [
    line("userName", "The name with which the person signs in; unique in the organisation.", {
      required: true,
      uniqueness: "server",
    }),
    name,
    text("displayName", "The name as it is shown to others."),
    text("nickName", "The casual name."),
    reference("profileUrl", "The address of the person's profile.", ["external"]),
    line("title", "The job title."),
    text("userType", "How the person relates to the organisation, such as Employee or Contractor."),
    line("preferredLanguage", "The language in which the person is addressed, as in Accept-Language."),
    text("locale", "The person's locale, for dates and numbers."),
    text("timezone", "The person's time zone, by its IANA name."),
    flag("active", "Whether the person may use the account."),
    text("password", "Accepted and thrown away: people sign in by other means.", {
      caseExact: true,
      mutability: "writeOnly",
      returned: "never",
    }),
    several("emails", "E-mail addresses.", text("value", "The address.", { content: "mailbox" }), ["work", "home", "other"]),
    several("phoneNumbers", "Phone numbers.", text("value", "The number, as in RFC 3966."), [
      "work",
      "home",
      "mobile",
      "fax",
      "pager",
      "other",
    ]),
    several("ims", "Addresses of instant messaging.", text("value", "The address."), [
      "aim",
      "gtalk",
      "icq",
      "xmpp",
      "msn",
      "skype",
      "qq",
      "yahoo",
    ]),
    several("photos", "Addresses of photos.", reference("value", "The photo's address.", ["external"]), ["photo", "thumbnail"]),
    address,
    groups,
    several("entitlements", "What the person is entitled to.", text("value", "The entitlement.")),
    several("roles", "The person's roles.", text("value", "The role.")),
    several("x509Certificates", "Certificates of the person.", binary("value", "The certificate, DER in base64.")),
  ],
};

export const enterprise_schema: ResourceSchema = {
  id: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
  name: "EnterpriseUser",
  description: "What an enterprise knows about a person.",
  attributes: [
    line("employeeNumber", "The employee number; unique in the organisation.", { uniqueness: "server" }),
    text("costCenter", "The cost center."),
    text("organization", "The organization."),
    text("division", "The division."),
    line("department", "The department, found by its name."),
    complex("manager", "The person's manager.", [
      text("value", "The manager's id; a user's employee number or user name is understood as well."),
      reference("$ref", "The manager's address.", ["User"]),
      text("displayName", "The manager's name.", { mutability: "readOnly" }),
    ]),
  ],
};

/** A multi-valued attribute with the sub-attributes of RFC 7643 §2.4. */
function several(name: string, description: string, value: Attribute, canonicalValues?: readonly string[]): Attribute {
  return complex(
    name,
    description,
    [
      value,
      text("display", "The value as it is shown."),
      text("type", "What the value is for.", canonicalValues ? { canonicalValues } : {}),
      flag("primary", "Whether it is the preferred one; at most one is."),
    ],
    { multiValued: true },
  );
}
