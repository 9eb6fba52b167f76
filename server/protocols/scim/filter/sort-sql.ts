import { part, type Fragment } from "../../../platform/db/sql.ts";
import type { Attribute } from "../attributes.ts";
import { jsonAs, jsonAt, jsonPath, placeOfList, placeOfValue, type Column, type Member, type Storage } from "./sql.ts";
import { splitAtList, type Target } from "../patch/path-names.ts";

/** The expression for `order by`, following sort.ts; `null` for an attribute that the type lacks. */
export function sortKeyOf(target: Target | null, storage: Storage): Fragment {
  if (target === null) return part`null::text`;
  if (target.many_at !== null) return listKey(target, storage);
  const place = placeOfValue(target, storage);
  return place.kind === "json" ? jsonKey(place, target.leaf) : columnKey(place);
}

function columnKey({ kind, value }: Column): Fragment {
  return kind === "text" ? part`${value} collate "C"` : value;
}

function listKey(target: Target, storage: Storage): Fragment {
  const [list, inner] = splitAtList(target);
  const place = placeOfList(list, storage);
  if (place.kind === "rows") {
    const column = place.columns.get(inner.name);
    return column
      ? part`(select min(${column.value}::text collate "C") from ${place.from} where ${place.where})`
      : part`null::text`;
  }
  const [document, path] = place.kind === "list" ? [place.list, jsonPath([])] : [place.document, jsonPath(place.keys)];
  const value = jsonKey({ kind: "json", document: part`element.value`, keys: inner.keys }, inner.leaf);
  return part`(
    select ${value}
    from jsonb_path_query(${document}, ${path}::jsonpath, '{}', true) with ordinality element (value, place)
    where ${value} is not null
    order by element.value @> '{"primary": true}' desc, element.place
    limit 1)`;
}

function jsonKey(place: Member, { type }: Attribute): Fragment {
  if (type === "boolean") return part`case when jsonb_typeof(${jsonAt(place)}) = 'boolean' then (${jsonAt(place)})::boolean end`;
  if (type === "integer" || type === "decimal" || type === "dateTime") return jsonAs(place, "number");
  return part`(${jsonAs(place, "string")}) collate "C"`;
}
