import { type ComboboxItem, Select } from "@mantine/core";
import { type FilterProps, patchOf } from "./filters.tsx";
import { NothingFound } from "./nothing-found.tsx";

/** The most entries that are offered at once; typing finds the others. */
const offered_max = 100;

type PickFilterProps<N extends string> = FilterProps<N> & {
  /** The field's text while nothing is chosen, if it is not the label. */
  any?: string;
  choices: readonly ComboboxItem[];
  /** The label of the button that clears the choice. */
  clear: string;
  nothing?: string;
  w?: { base: string; xs: number };
};

/** Filters a list by one of many choices, which are found by typing. */
export function PickFilter<N extends string>(props: PickFilterProps<N>) {
  const { list, name, label, any = label, choices, clear, nothing, w } = props;
  return (
    <Select
      aria-label={label}
      placeholder={any}
      searchable
      clearable
      clearButtonProps={{ "aria-label": clear }}
      limit={offered_max}
      {...(w ? { w } : {})}
      value={list.values[name] || null}
      onChange={(value) => list.set(patchOf(name, value ?? ""))}
      data={choices}
      {...(nothing === undefined ? {} : { nothingFoundMessage: <NothingFound>{nothing}</NothingFound> })}
    />
  );
}
