import { Type } from "typebox";
import { Closed, Id, Instant, OneOf, line } from "../../platform/http/schema.ts";
import { standards } from "./manifest/item.ts";

const count = Type.Integer({ minimum: 0 });
const file_name_letters_max = 200;
const item_letters_max = 255;

export const ContentPackage = Closed(
  {
    id: Id,
    title: Type.String(),
    version: Type.Integer({ minimum: 1, description: "The newest; learners under way finish the one that they began." }),
    standard: OneOf(standards),
    items: Type.Integer({ minimum: 1, description: "What its table of contents offers." }),
    files: count,
    archive_bytes: count,
    unpacked_bytes: count,
    file_name: Type.String(),
    uploaded_by: Type.String(),
    uploaded_at: Instant,
    courses: Type.Array(Closed({ id: Id, code: Type.String(), title: Type.String() }), { description: "That refer to it." }),
  },
  { $id: "ContentPackage" },
);

export const ContentPackageList = Closed(
  {
    packages: Type.Array(ContentPackage, { description: "By their titles." }),
    can_be_opened: Type.Boolean({ description: "Whether the installation has an origin for content (CONTENT_BASE_URL)." }),
  },
  { $id: "ContentPackageList" },
);

export const PackageParams = Type.Object({ id: Type.String() });
export const PackageQuery = Type.Object({
  file_name: line(file_name_letters_max, { minLength: 1, description: "What the file is called." }),
});

const waiver_reasons = ["tested_out", "equivalent_au", "equivalent_outside_activity", "administrative"] as const;
export type WaiverReason = (typeof waiver_reasons)[number];

export const Waiver = Closed({
  registration_id: Id,
  item: line(item_letters_max, { minLength: 1, description: "The AU's `id` among the items." }),
  reason: OneOf(waiver_reasons),
});

const PackageItemProgress = Closed({
  id: Type.String(),
  title: Type.String(),
  status: OneOf(["not_begun", "incomplete", "failed", "completed", "passed"]),
  score: Type.Union([count, Type.Null()], { description: "In per cent." }),
  waived: Type.Boolean({ description: "An administrator has taken it as done by other means." }),
  can_be_waived: Type.Boolean(),
});

export const PackageProgress = Closed(
  {
    packages: Type.Array(
      Closed({
        registration_id: Id,
        title: Type.String(),
        standard: OneOf(standards),
        result: Type.Union([OneOf(["passed", "failed", "not_counted"]), Type.Null()], { description: "null: under way." }),
        items: Type.Array(PackageItemProgress, {
          description: "Empty once what the learner has done in it was erased.",
        }),
      }),
      { description: "Of each package the learner's latest try." },
    ),
  },
  { $id: "PackageProgress" },
);

export const ContentLaunch = Closed(
  {
    url: Type.String({ description: "What the frame shows; on the origin of content, good for some hours." }),
    expires_at: Instant,
  },
  { $id: "ContentLaunch" },
);
