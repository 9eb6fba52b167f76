import { Alert, Grid, Stack } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useDialog } from "../../components/forms/use-draft.ts";
import { Page, type PageProps } from "../../components/page.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { AskedBy } from "./asked-by.tsx";
import { Assignability } from "./assignability.tsx";
import type { Detail } from "./course-data.ts";
import { StateButton } from "./state-button.tsx";

type CataloguePageProps = Pick<PageProps, "parents"> & {
  detail: Detail;
  /** The name of the dialog's draft. */
  dialog: "course" | "path";
  /** The dialog in which it is edited. */
  Editor: ComponentType<{ opened: boolean; onClose: () => void; detail: Detail }>;
  /** Activates or deactivates the course or path. */
  saveState: Parameters<typeof StateButton>[0]["save"];
  /** The content beside the section of rules and groups. */
  children: ReactNode;
};

/** The page of a course or learning path: its state, its content, and the rules and groups that ask for it. */
export function CataloguePage({ detail, parents, dialog, Editor, saveState, children }: CataloguePageProps) {
  const { t } = useTranslation("catalogue");
  const [editing, setEditing] = useDialog(dialog);
  const reason = useTrainingReason();
  const { course } = detail;
  return (
    <Page
      title={course.title}
      parents={parents}
      aside={<Assignability course={course} />}
      description={course.code}
      actions={
        <>
          <ReasonedButton variant="default" reason={reason} onClick={() => setEditing(true)}>
            {t("edit")}
          </ReasonedButton>
          <StateButton active={detail.active} save={saveState} />
          <Editor opened={editing} onClose={() => setEditing(false)} detail={detail} />
        </>
      }
    >
      <Stack gap="md">
        <WhyNot detail={detail} />
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 5 }}>{children}</Grid.Col>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <AskedBy detail={detail} />
          </Grid.Col>
        </Grid>
      </Stack>
    </Page>
  );
}

/** Why it cannot be assigned, as a sentence. */
function WhyNot({ detail: { course } }: { detail: Detail }) {
  const { t } = useTranslation("catalogue");
  const reason = course.unassignable_reason;
  if (reason === null) return null;
  return (
    <Alert color="indigo" variant="light" icon={<IconInfoCircle size={18} />} title={t("not_assignable")}>
      {t(reason === "license_expired" && course.type === "learning_path" ? "why.path_license_expired" : `why.${reason}`)}
    </Alert>
  );
}
