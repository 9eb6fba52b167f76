import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { NothingFound } from "../../components/lists/nothing-found.tsx";

type Choice = { value: string; label: string };

const shown_max = 25;
const pause_ms = 250;

/** Finds a manual group by typing, because there may be more than a list can hold. */
export function ChooseGroup(props: Omit<SelectProps, "data" | "searchable">) {
  const { t } = useTranslation("bulk");
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text, pause_ms);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const groups = useQuery({
    queryKey: ["groups", "choices", q],
    queryFn: async ({ signal }) => {
      const query = { limit: shown_max, kind: "manual" as const, ...(q ? { q } : {}) };
      return dataOf(await api.GET("/panel/api/groups", { params: { query }, signal })).groups;
    },
    placeholderData: keepPreviousData,
  });
  const found = (groups.data ?? []).map(({ id, name }): Choice => ({ value: id, label: name }));
  // The chosen group stays in the list, whatever is searched for next.
  const is_missing = chosen !== null && chosen.value === props.value && !found.some(({ value }) => value === chosen.value);
  return (
    <Select
      {...props}
      label={t("work.join.group")}
      required
      searchable
      // The server has searched, so its results are not filtered again.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      onChange={(value, option) => {
        setChosen(value === null || option === null ? null : { value, label: option.label });
        props.onChange?.(value, option);
      }}
      data={is_missing ? [chosen, ...found] : found}
      nothingFoundMessage={<NothingFound>–</NothingFound>}
    />
  );
}
