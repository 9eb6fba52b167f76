import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

/** A cool grey, darker towards the end; index 7 is the page's background. */
const dark: MantineColorsTuple = [
  "#dfe2e8",
  "#bcc1cb",
  "#a3a9b5",
  "#6b7280",
  "#3a3f4a",
  "#2c3039",
  "#20232a",
  "#16181d",
  "#111317",
  "#0c0d10",
];

export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 7 },
  colors: { dark },
  defaultRadius: "md",
  radius: { xs: "3px", sm: "5px", md: "7px", lg: "10px", xl: "16px" },
  fontSizes: { xs: "0.75rem", sm: "0.84375rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.25rem" },
  headings: {
    fontWeight: "620",
    sizes: {
      h1: { fontSize: "1.375rem", lineHeight: "1.3" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.35" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" },
      h4: { fontSize: "0.84375rem", lineHeight: "1.4" },
    },
  },
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  // Components are named by strings: an import would put them into the first page's script.
  components: {
    // A label that does not fit wraps, because a label that is cut off cannot be read (WCAG 1.4.4).
    Button: {
      defaultProps: { size: "sm" },
      styles: {
        root: {
          fontWeight: 550,
          maxWidth: "100%",
          height: "auto",
          minHeight: "var(--button-height)",
          minWidth: "min-content",
          // Needed for links that look like buttons, which would not centre their label.
          display: "inline-flex",
          alignItems: "center",
          justifyContent: "center",
        },
        // As wide as the button, so that a button can align its label at the start.
        inner: { flexGrow: 1 },
        label: { whiteSpace: "normal", overflow: "visible", lineHeight: 1.25 },
      },
    },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    TextInput: { defaultProps: { size: "sm" } },
    PasswordInput: { defaultProps: { size: "sm" } },
    NumberInput: { defaultProps: { size: "sm" } },
    Textarea: { defaultProps: { size: "sm", autosize: true, minRows: 2 } },
    Select: { defaultProps: { size: "sm", checkIconPosition: "right" } },
    Badge: {
      defaultProps: { variant: "light", radius: "sm" },
      styles: {
        root: { textTransform: "none", fontWeight: 550, maxWidth: "100%", height: "auto", minHeight: "var(--badge-height)" },
        label: { whiteSpace: "normal", overflow: "visible", lineHeight: 1.25 },
      },
    },
    Paper: { defaultProps: { withBorder: true, radius: "lg" } },
    Fieldset: { defaultProps: { radius: "lg" } },
    Modal: { defaultProps: { radius: "lg", overlayProps: { backgroundOpacity: 0.45 } }, styles: { title: { fontWeight: 620 } } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: "md", radius: "md" } },
    NavLink: { styles: { root: { borderRadius: "var(--mantine-radius-md)" } } },
    Notification: { styles: { description: { color: "var(--mantine-color-dimmed)" } } },
    Table: { defaultProps: { verticalSpacing: "xs" } },
    Tabs: { styles: { tab: { paddingInline: "0.75rem" } } },
  },
});

const hues = ["gray", "red", "pink", "grape", "violet", "indigo", "blue", "cyan", "teal", "green", "lime", "yellow", "orange"];

/** Gives text a contrast of at least 4.5 (WCAG 1.4.3), which Mantine's own values often miss. */
export const resolveVariables: CSSVariablesResolver = () => {
  const light: Record<string, string> = {
    "--mantine-color-dimmed": "#5b626d",
    "--mantine-color-placeholder": "#6b7280",
    "--mantine-color-error": "#b3261e",
    "--mantine-color-anchor": "var(--mantine-color-indigo-8)",
    "--panel-surface": "#f7f8fa",
    "--panel-border": "#e4e7ec",
  };
  const night: Record<string, string> = {
    "--mantine-color-dimmed": "#a3a9b5",
    "--mantine-color-placeholder": "#8b919d",
    "--mantine-color-error": "#ff9d97",
    "--mantine-color-anchor": "var(--mantine-color-indigo-3)",
    "--mantine-color-text": "#dfe2e8",
    "--panel-surface": "#111317",
    "--panel-border": "#2c3039",
  };
  for (const hue of hues) {
    light[`--mantine-color-${hue}-light-color`] = `color-mix(in srgb, var(--mantine-color-${hue}-9) 68%, black)`;
    light[`--mantine-color-${hue}-text`] = `color-mix(in srgb, var(--mantine-color-${hue}-9) 75%, black)`;
    light[`--mantine-color-${hue}-outline`] = `color-mix(in srgb, var(--mantine-color-${hue}-9) 80%, black)`;
    night[`--mantine-color-${hue}-light-color`] = `var(--mantine-color-${hue}-2)`;
    night[`--mantine-color-${hue}-text`] = `var(--mantine-color-${hue}-3)`;
    night[`--mantine-color-${hue}-outline`] = `var(--mantine-color-${hue}-3)`;
  }
  return { variables: {}, light, dark: night };
};
