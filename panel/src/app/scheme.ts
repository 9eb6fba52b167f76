import { localStorageColorSchemeManager, type MantineColorSchemeManager } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { storeChoice } from "./store-choice.ts";

const device = localStorageColorSchemeManager({ key: "muster.scheme" });

/** Light, dark, or as the device prefers; stored on this device. */
export const color_scheme_manager: MantineColorSchemeManager = {
  ...device,
  set: (scheme) => {
    device.set(scheme);
    storeChoice("scheme", scheme);
  },
};

export const scheme_icons = [
  ["light", IconSun],
  ["dark", IconMoon],
  ["auto", IconDeviceDesktop],
] as const;
