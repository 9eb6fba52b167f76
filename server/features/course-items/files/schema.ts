import { Type } from "typebox";
import { Closed, Id, Instant, Nullable, OneOf, line } from "../../../platform/http/schema.ts";
import { part_bytes } from "./limits.ts";
import { file_types } from "./type.ts";

const name_letters_max = 200;
const size = Type.Integer({ minimum: 1, description: "Its length in bytes." });

export const FileParams = Type.Object({ id: Type.String(), file_id: Type.String() });
export const PartParams = Type.Object({
  id: Type.String(),
  file_id: Type.String(),
  number: Type.String({ description: "Counted from 0." }),
});

export const CourseFileBegin = Closed({
  name: line(name_letters_max, { minLength: 1, description: "What the file is called." }),
  size_bytes: size,
});
export const CourseFileBegun = Closed(
  {
    id: Id,
    part_bytes: Type.Integer({ description: "The length of each part but the last.", example: part_bytes }),
  },
  { $id: "CourseFileBegun" },
);

export const CourseFile = Closed(
  {
    id: Id,
    name: Type.String({ description: "Its ending is that of its type." }),
    media_type: OneOf(file_types),
    size_bytes: size,
    uploaded_by: Type.String(),
    uploaded_at: Instant,
  },
  { $id: "CourseFile" },
);

export const MyFile = Closed({
  name: Type.String(),
  media_type: OneOf(file_types),
  size_bytes: size,
});
export const MyFileOrNone = Nullable(MyFile, { description: "What is read or watched; null: the item has no file." });
