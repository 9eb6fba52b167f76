export type Words = {
  matrix: string;
  as_of: (day: string, instant: string) => string;
  from: (day: string) => string;
  empty_cell: string;
  number: string;
  name: string;
  department: string;
  out_of_scope: string;
  verify: {
    title: string;
    intro: (organisation: string, as_of: string, made_at: string) => string;
    trial: string;
    needs: string;
    steps: Record<"unpack" | "sums" | "signature" | "key" | "complete", { title: string; text: string }>;
    fingerprint: string;
    files: string;
    file: Record<"matrix" | "explanations" | "certificates" | "attempts" | "people" | "audit" | "manifest" | "sums", string>;
    limits: string;
    limit: Record<"records" | "seals" | "links", string>;
  };
};
