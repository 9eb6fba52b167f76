import { Type } from "typebox";
import { CursorPagination } from "../../platform/http/cursor.ts";
import { Closed, Instant, Nullable } from "../../platform/http/schema.ts";
import { Certificate, CertificateQuery } from "./schema.ts";
import { matches_max } from "./search-sql.ts";

/** A certificate as the panel shows it, with names beside ids. */
export const PanelCertificate = Closed(
  {
    ...Certificate.properties,
    full_name: Nullable(Type.String()),
    course_title: Type.String(),
    evidence: Nullable(
      Closed({ name: Type.String(), media_type: Type.String(), size_bytes: Type.Integer(), uploaded_at: Instant }),
      { description: "The file that is kept with external evidence." },
    ),
  },
  { $id: "PanelCertificate" },
);

export const PanelCertificateList = Closed(
  { pagination: CursorPagination, certificates: Type.Array(PanelCertificate) },
  { $id: "PanelCertificateList" },
);

export const PanelCertificateQuery = Type.Object({
  ...CertificateQuery.properties,
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Part of the person's name or employee number, or of the certificate's number. Where more than ${matches_max} match, \`pagination.total\` is ${matches_max}.`,
    }),
  ),
});
