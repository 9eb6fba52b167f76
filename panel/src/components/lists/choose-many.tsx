import { MultiSelect, type MultiSelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProblemAlert } from "../forms/problem-alert.tsx";

export type Choice = { value: string; label: string };

type ChooseManyProps = Omit<MultiSelectProps, "data" | "searchable"> & {
  /** The list's name in the query key, so that its results are cached. */
  list: string;
  search: (q: string, signal: AbortSignal) => Promise<Choice[]>;
  /** Choices that are selected already. */
  known: readonly Choice[];
};

const pause_ms = 250;

/** Chooses several entries of a list that is too long to show; the server searches it. */
export function ChooseMany({ list, search, known, ...props }: ChooseManyProps) {
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text, pause_ms);
  const [chosen, setChosen] = useState<readonly Choice[]>(known);
  const found = useQuery({
    queryKey: ["choices", list, q],
    queryFn: ({ signal }) => search(q, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  // Chosen entries stay in the list, whatever is searched for next.
  const data = [...new Map([...chosen, ...known, ...(found.data ?? [])].map((choice) => [choice.value, choice])).values()];
  const shown = new Set([...(found.data ?? []).map(({ value }) => value), ...(props.value ?? [])]);
  return (
    <>
      <MultiSelect
        {...props}
        searchable
        // The server has searched more fields than the label shows, so its results are not filtered again.
        filter={({ options }) => options.filter((option) => "value" in option && shown.has(option.value))}
        searchValue={text}
        onSearchChange={setText}
        onChange={(values) => {
          setChosen(data.filter(({ value }) => values.includes(value)));
          props.onChange?.(values);
        }}
        data={data}
        hidePickedOptions
      />
      <ProblemAlert error={found.error} retry={() => void found.refetch()} />
    </>
  );
}
