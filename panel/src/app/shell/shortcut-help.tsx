import { Kbd, Modal, Table } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Session } from "../../api/session.ts";
import { navigationOf } from "./navigation.tsx";

/** The list of keyboard shortcuts; opened by `?`. */
export function ShortcutHelp({ session, close }: { session: Session; close: () => void }) {
  const { t } = useTranslation("shell");
  const general: [string[], string][] = [
    [["Ctrl", "K"], t("shortcuts.palette")],
    [["/"], t("shortcuts.search")],
    [["j"], t("shortcuts.next_row")],
    [["k"], t("shortcuts.previous_row")],
    [["?"], t("shortcuts.help")],
    [["Esc"], t("shortcuts.close")],
  ];
  const screens = navigationOf(session).filter(({ nav }) => nav.key !== undefined);
  const rows = [
    ...general,
    ...screens.map((screen) => [["g", screen.nav.key!], t(screen.title as "nav.overview")] satisfies [string[], string]),
  ];
  return (
    <Modal opened onClose={close} title={t("shortcuts.title")} closeButtonProps={{ "aria-label": t("common:close") }}>
      <Table>
        <Table.Tbody>
          {rows.map(([keys, text]) => (
            <Table.Tr key={keys.join("+")}>
              <Table.Th scope="row" fw={400}>
                {text}
              </Table.Th>
              <Table.Td ta="right">
                {keys.map((key) => (
                  <Kbd key={key} ml={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
