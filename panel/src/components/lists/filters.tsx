import { type ComboboxItem, Group, NativeSelect, Text } from "@mantine/core";
import { useCallback } from "react";
import { DateField } from "../forms/date-field.tsx";
import { SearchField } from "./search-field.tsx";

export type FilterProps<N extends string> = {
  list: { values: Readonly<Record<N, string>>; set: (patch: Partial<Record<NoInfer<N>, string>>) => void };
  /** The filter's name in the address. */
  name: N;
  label: string;
};

export function patchOf<N extends string>(name: N, value: string): Partial<Record<N, string>> {
  return { [name]: value } as Partial<Record<N, string>>;
}

/** Narrows a list by what is typed. `normalise` shapes it before it is asked for. */
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
  /** What the choice of all is called, where it is not the label; null: it is one of the choices. */
  any?: string | null;
  choices: readonly (string | ComboboxItem)[];
  w?: { base: string; xs: number };
};

/** Narrows a list to one of a few choices. */
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

/** Narrows a list by a day. An empty field shows no more than the shape of a date, so that its name stands before it. */
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
