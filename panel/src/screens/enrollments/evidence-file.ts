import { useTranslation } from "react-i18next";
import { panelFetch } from "../../api/fetch.ts";
import { mib_bytes } from "../../components/values/mebibytes.ts";

export const evidence_types = ["application/pdf", "image/jpeg", "image/png"];
export const evidence_max_mib = 5;

/** Checks a chosen file before it is sent. Returns what is wrong with it; null: nothing. */
export function useEvidenceFault(): (file: File) => string | null {
  const { t } = useTranslation("enrollments");
  return ({ type, size }) => {
    if (!evidence_types.includes(type)) return t("evidence.wrong_type");
    return size > evidence_max_mib * mib_bytes ? t("evidence.too_large", { size: evidence_max_mib }) : null;
  };
}

/** Uploads the file of external evidence; the typed client sends JSON only. */
export async function sendEvidence(certificate_id: string, file: File): Promise<void> {
  const url = new URL(`/panel/api/certificates/${certificate_id}/evidence`, location.origin);
  url.searchParams.set("name", file.name);
  await panelFetch(
    new Request(url, { method: "PUT", headers: { accept: "application/json", "content-type": file.type }, body: file }),
  );
}
