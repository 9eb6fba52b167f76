import { type ComboboxItem, Group, NativeSelect, Text } from "@mantine/core";
import { useCallback } from "react";
import { DateField } from "../forms/date-field.tsx";
import { SearchField } from "./search-field.tsx";

export type FilterProps<N extends string> = {
  list: { values: Readonly<Record<N, string>>; set: (patch: Partial<Record<NoInfer<N>, string>>) => void };
  /** The filter's name in the query string. */
  name: N;
  label: string;
};

export function patchOf<N extends string>(name: N, value: string): Partial<Record<N, string>> {
  return { [name]: value } as Partial<Record<N, string>>;
}

/** Filters a list by a typed text. `normalise` changes the text before the request. */
export function SearchFilter<N extends string>({
  list: { values, set },
  name,
  label,
  normalise,
}: FilterProps<N> & { normalise?: (text: string) => string }) {
  const search = useCallback((text: string) => set(patchOf(name, normalise?.(text) ?? text)), [set, name, normalise]);
  return <SearchField label={label} value={values[name]} onChange={search} />;
}

type ChoiceFilterProps<N extends string> = FilterProps<N> & {
  /** The label of the choice "all", if it is not `label`; null: there is no such choice. */
  any?: string | null;
  choices: readonly (string | ComboboxItem)[];
  w?: { base: string; xs: number };
};

/** Filters a list by one of a few choices. */
export function ChoiceFilter<N extends string>({ list, name, label, any = label, choices, w }: ChoiceFilterProps<N>) {
  return (
    <NativeSelect
      aria-label={label}
      {...(w ? { w } : {})}
      value={list.values[name]}
      onChange={(event) => list.set(patchOf(name, event.currentTarget.value))}
      data={any === null ? choices : [{ value: "", label: any }, ...choices]}
    />
  );
}

/** Filters a list by a day. An empty date field shows only a date pattern, so the filter's name stands before it. */
export function DayFilter<N extends string>({ list, name, label, max }: FilterProps<N> & { max?: string }) {
  return (
    <Group component="label" gap={6} wrap="nowrap">
      <Text span size="sm" c="dimmed">
        {label}
      </Text>
      <DateField
        {...(max === undefined ? {} : { max })}
        value={list.values[name]}
        onChange={(event) => list.set(patchOf(name, event.currentTarget.value))}
      />
    </Group>
  );
}
