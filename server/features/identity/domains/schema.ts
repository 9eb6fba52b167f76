import { Type, type Static } from "typebox";
import { Closed, Id, Instant, Nullable, OneOf } from "../../../platform/http/schema.ts";

export const Domain = Closed(
  {
    id: Id,
    domain: Type.String({ example: "acme.example" }),
    record: Closed(
      {
        name: Type.String({ example: "_muster.acme.example" }),
        value: Type.String({ example: "muster-domain-verification=Yx0c3Zk1mB6nV9qW2eR5tY8uI1oP4aS7" }),
      },
      { description: "The TXT record that proves it." },
    ),
    verified_at: Nullable(Instant, { description: "Since when addresses of the domain count; null: they do not." }),
    checked_at: Nullable(Instant),
    outcome: Nullable(OneOf(["found", "missing", "unreachable"]), { description: "What the last look for the record found." }),
    missing_since: Nullable(Instant, {
      description: "Since when a verified domain lacks its record: after three days it counts no more.",
    }),
  },
  { $id: "Domain" },
);
export type Domain = Static<typeof Domain>;

export const DomainList = Closed({ domains: Type.Array(Domain) }, { $id: "DomainList" });

export const AddDomainRequest = Closed({
  domain: Type.String({ minLength: 1, maxLength: 300, example: "acme.example" }),
});
