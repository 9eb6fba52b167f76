import { Type } from "typebox";
import { Closed, Id, Instant, line, Nullable } from "../../../platform/http/schema.ts";

const Code = Type.String({ example: "ACME-PL-SANDBOX" });

export const OwnSandbox = Closed(
  {
    sandbox: Nullable(
      Closed({
        code: Code,
        name: Type.String({ example: "Acme Polska, sandbox" }),
        created_at: Instant,
        now: { ...Instant, description: "What its clock shows." },
        people: Type.Integer({ minimum: 0, example: 30 }),
        people_max: Type.Integer({ description: "People that it can have.", example: 500 }),
        mails_kept_max: Type.Integer({ description: "Mails that it keeps; none is sent.", example: 1_000 }),
      }),
      { description: "The sandbox of this organisation; null: none was made." },
    ),
    home: Nullable(Closed({ code: Type.String({ example: "ACME-PL" }), name: Type.String({ example: "Acme Polska" }) }), {
      description: "The organisation whose sandbox this is; null: it is nobody's.",
    }),
  },
  { $id: "OwnSandbox" },
);

export const CreateSandboxRequest = Closed({ name: line(200, { example: "Acme Polska, sandbox" }) });

export const CreatedSandbox = Closed(
  {
    code: Code,
    client: Closed({ id: Id, name: Type.String({ example: "Sandbox client" }) }),
    secret: Type.String({ description: "Of the client; shown this once.", example: "lms_test_…" }),
  },
  { $id: "CreatedSandbox" },
);

export const SandboxCode = Type.Object({ code: Type.String({ maxLength: 64 }) });
