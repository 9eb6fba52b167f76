import { Badge, Grid, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useDialogs } from "../../components/forms/use-draft.ts";
import { Page, type PageProps } from "../../components/page.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { Belongings, type Kind } from "./belongings.tsx";
import { merge_draft, MergeDialog } from "./merge-dialog.tsx";
import { MergingSection } from "./merging.tsx";
import { OriginBadge } from "./origin.tsx";
import { StateAction } from "./state-action.tsx";

type Detail = Pick<
  components["schemas"]["ContractorDetail"],
  "origin" | "people_total" | "merging" | "rules" | "groups" | "aliases"
>;
type Place = { id: string; name: string; active: boolean };

type PlacePageProps = Pick<PageProps, "parents" | "description" | "children"> &
  PlaceActionsProps & {
    /** Buttons before the others. */
    actions?: ReactNode;
  };

/** The page of a department or company: its record on the left, its rules, groups and names on the right. */
export function PlacePage({ parents, description, actions, children, ...rest }: PlacePageProps) {
  const { t } = useTranslation("places");
  const { kind, place, detail } = rest;
  return (
    <Page
      title={place.name}
      {...(parents ? { parents } : {})}
      aside={
        <>
          {place.active ? null : <Badge color="gray">{t("out_of_use")}</Badge>}
          <OriginBadge origin={detail.origin} />
        </>
      }
      description={description}
      actions={
        <>
          {actions}
          <PlaceActions {...rest} />
        </>
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            {detail.merging === null ? null : <MergingSection kind={kind} merging={detail.merging} />}
            {children}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <Belongings kind={kind} id={place.id} detail={detail} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

type PlaceActionsProps = {
  kind: Kind;
  place: Place;
  detail: Detail;
  /** The number of departments below it. */
  departments: number;
  /** The departments or companies into which it can be merged. */
  choices: { value: string; label: string }[];
  /** Renders the dialog that edits it; the draft's name is that of the kind. */
  renderEdit: (opened: boolean, onClose: () => void) => ReactNode;
  /** Deactivates or activates it. */
  setActive: (active: boolean) => Promise<unknown>;
};

function PlaceActions({ kind, place, detail, departments, choices, renderEdit, setActive }: PlaceActionsProps) {
  const { t } = useTranslation("places");
  const [open, setOpen] = useDialogs<"edit" | "merge">({ edit: kind, merge: merge_draft });
  const reason = useTrainingReason();
  const close = () => setOpen(null);
  const { people_total, rules, groups, aliases } = detail;
  const counts = { people: people_total, departments, rules: rules.length, groups: groups.length, aliases: aliases.length };
  return (
    <>
      <ReasonedButton variant="default" reason={reason} onClick={() => setOpen("edit")}>
        {t("edit")}
      </ReasonedButton>
      <ReasonedButton variant="default" reason={reason} onClick={() => setOpen("merge")}>
        {t("merge.button")}
      </ReasonedButton>
      <StateAction name={place.name} active={place.active} save={setActive} />
      {renderEdit(open === "edit", close)}
      <MergeDialog
        kind={kind}
        id={place.id}
        name={place.name}
        counts={counts}
        choices={choices}
        opened={open === "merge"}
        onClose={close}
      />
    </>
  );
}
