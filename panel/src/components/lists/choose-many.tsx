import { MultiSelect, type MultiSelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProblemAlert } from "../forms/problem-alert.tsx";

export type Choice = { value: string; label: string };

type ChooseManyProps = Omit<MultiSelectProps, "data" | "searchable"> & {
  /** Names the list, so that what was found is kept. */
  list: string;
  search: (q: string, signal: AbortSignal) => Promise<Choice[]>;
  /** What is chosen already. */
  known: readonly Choice[];
};

const pause_ms = 250;

/** Chooses some of a list that is too long to be shown: the server searches it. */
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
  // What was chosen stays in the list, whatever is searched for afterwards.
  const data = [...new Map([...chosen, ...known, ...(found.data ?? [])].map((choice) => [choice.value, choice])).values()];
  const shown = new Set([...(found.data ?? []).map(({ value }) => value), ...(props.value ?? [])]);
  return (
    <>
      <MultiSelect
        {...props}
        searchable
        // The server has searched, by more than the label shows.
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
