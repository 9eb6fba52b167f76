import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { LetterExample } from "./letter-example.tsx";

const kinds = ["manager", "administrator"] as const;
type Kind = (typeof kinds)[number];

/** A digest as its recipients get it; users can mail it to themselves. */
export function DigestExample() {
  const { t } = useTranslation("settings");
  const [kind, setKind] = useState<Kind>("manager");
  return (
    <LetterExample
      of="digests"
      query_key={["digest-example", kind]}
      read={async (language, signal) =>
        dataOf(await api.GET("/panel/api/digests/preview", { params: { query: { kind, language } }, signal }))
      }
      send={async () => dataOf(await api.POST("/panel/api/digests/test", { body: { kind } }))}
    >
      <NativeSelect
        label={t("digests.example_kind")}
        data={kinds.map((value) => ({ value, label: t(`digests.kind.${value}`) }))}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as Kind)}
      />
    </LetterExample>
  );
}
