import { Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { TextLink } from "../../components/values/link.tsx";
import { type Entry, type Names, placesOf } from "./words.ts";

/** Links to the records that an entry is about; plain names if the role may not open their screens. */
export function Places({ entry, names }: { entry: Entry; names: Names }) {
  const { t } = useTranslation("audit");
  const { role } = useSession().account;
  const places = placesOf(t, entry, names);
  if (places.length === 0) return <>–</>;
  return (
    <Group gap="xs">
      {places.map(({ label, it_only, ...target }) => (
        <Text key={target.to} size="sm" component="span">
          {it_only && role !== "it_admin" ? label : <TextLink {...target}>{label}</TextLink>}
        </Text>
      ))}
    </Group>
  );
}
