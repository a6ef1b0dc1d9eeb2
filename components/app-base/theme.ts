import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeComponents,
} from "@mantine/core";

/** Where menus and popovers are put into the page; the frame holds it. */
const LAYERS = "#layers";

/** The names of the tokens that components may give as `color`. */
const TOKEN_COLORS = ["primary", "accent", "plum", "success", "warning", "danger", "info", "neutral"] as const;

/** Mantine wants ten shades; ours are one value that follows the colour scheme, so every shade is the token itself. */
function shades(token: string): MantineColorsTuple {
  return Array.from({ length: 10 }, () => `var(--${token})`) as unknown as MantineColorsTuple;
}

const grey: MantineColorsTuple = [
  "#f7f5f0",
  "#eeebe3",
  "#e4e0d6",
  "#d8d3c7",
  "#b9b2a3",
  "#857e70",
  "#566160",
  "#434d4c",
  "#2c3635",
  "#1b2423",
];

const dark: MantineColorsTuple = [
  "#e9eeec",
  "#c9d2cf",
  "#a3b1ae",
  "#6e7f7c",
  "#324140",
  "#2a3736",
  "#202b2a",
  "#182120",
  "#131a19",
  "#101514",
];

interface Sized {
  size?: unknown;
}

/**
 * Sizes by the tokens instead of Mantine's. Plain objects: `Button.extend` and its like would load each of these
 * components with every page, the sign-in page too.
 */
const components: MantineThemeComponents = {
  Button: {
    vars: (_: unknown, { size = "md" }: Sized) => ({
      root: {
        "--button-height": size === "lg" ? "var(--control-primary)" : size === "xs" ? "var(--control-small)" : "var(--control)",
        "--button-fz": size === "lg" ? "1rem" : size === "xs" ? "0.875rem" : "var(--control-text)",
      },
    }),
  },
  ActionIcon: {
    defaultProps: { variant: "subtle", color: "neutral" },
    vars: () => ({ root: { "--ai-size": "var(--control)" } }),
  },
  Input: {
    vars: (_: unknown, { size }: Sized) => ({
      wrapper: {
        "--input-height": size === "lg" ? "var(--control-primary)" : "var(--control)",
        "--input-fz": size === "lg" ? "1rem" : "var(--control-text)",
      },
    }),
  },
  Checkbox: { defaultProps: { size: "sm", iconColor: "var(--on-primary)" } },
  // Floating layers stand inside the page's main landmark; without a placeholder, the first item takes the focus.
  Menu: { defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: LAYERS } } },
  Popover: { defaultProps: { portalProps: { target: LAYERS } } },
  Paper: { defaultProps: { radius: "md" } },
};

export const theme = createTheme({
  primaryColor: "primary",
  primaryShade: 6,
  colors: { ...Object.fromEntries(TOKEN_COLORS.map((token) => [token, shades(token)])), gray: grey, dark },
  variantColorResolver: (input) => {
    const color = input.color ?? input.theme.primaryColor;
    if (!(TOKEN_COLORS as readonly string[]).includes(color)) return defaultVariantColorsResolver(input);
    const border = "1px solid transparent";
    switch (input.variant) {
      case "filled":
        return { background: `var(--${color})`, hover: `var(--${color}-hover)`, color: `var(--on-${color})`, border };
      case "light":
        return {
          background: `var(--${color}-soft)`,
          hover: `var(--${color}-soft-hover)`,
          color: `var(--on-${color}-soft)`,
          border,
        };
      case "outline":
        return { background: "transparent", hover: `var(--${color}-soft)`, color: `var(--${color})`, border: `1px solid var(--${color})` };
      case "subtle":
        return { background: "transparent", hover: `var(--${color}-soft)`, color: `var(--${color})`, border };
      default:
        return defaultVariantColorsResolver(input);
    }
  },
  fontFamily: "var(--font-sans)",
  headings: {
    fontFamily: "var(--font-sans)",
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.375rem", lineHeight: "1.875rem" },
      h2: { fontSize: "1.125rem", lineHeight: "1.625rem" },
      h3: { fontSize: "1rem", lineHeight: "1.5rem" },
    },
  },
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "1rem", lg: "1.125rem", xl: "1.375rem" },
  lineHeights: { xs: "1rem", sm: "1.25rem", md: "1.5rem", lg: "1.625rem", xl: "1.875rem" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "var(--control-small)" },
  radius: { xs: "4px", sm: "6px", md: "10px", lg: "16px", xl: "999px" },
  defaultRadius: "sm",
  breakpoints: { xs: "30em", sm: "40em", md: "48em", lg: "64em", xl: "80em" },
  shadows: { md: "var(--shadow-floating)", lg: "var(--shadow-floating)", xl: "var(--shadow-floating)" },
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "auto",
  components,
});

/** Mantine's own variables point at the tokens, so that one file holds every colour. */
export const cssVariables: CSSVariablesResolver = () => {
  const ours: Record<string, string> = {
    "--mantine-color-body": "var(--surface)",
    "--mantine-color-text": "var(--text)",
    "--mantine-color-bright": "var(--text)",
    "--mantine-color-dimmed": "var(--muted)",
    "--mantine-color-placeholder": "var(--muted)",
    "--mantine-color-anchor": "var(--primary)",
    "--mantine-color-error": "var(--danger)",
    "--mantine-color-success": "var(--success)",
    "--mantine-color-default": "var(--surface)",
    "--mantine-color-default-hover": "var(--sunken)",
    "--mantine-color-default-color": "var(--text)",
    "--mantine-color-default-border": "var(--control-border)",
    "--mantine-color-disabled": "var(--sunken)",
    "--mantine-color-disabled-color": "var(--muted)",
    "--mantine-color-disabled-border": "var(--hairline)",
    "--mantine-primary-color-contrast": "var(--on-primary)",
  };
  for (const token of TOKEN_COLORS) {
    ours[`--mantine-color-${token}-text`] = `var(--${token})`;
    ours[`--mantine-color-${token}-filled`] = `var(--${token})`;
    ours[`--mantine-color-${token}-filled-hover`] = `var(--${token}-hover)`;
    ours[`--mantine-color-${token}-light`] = `var(--${token}-soft)`;
    ours[`--mantine-color-${token}-light-hover`] = `var(--${token}-soft-hover)`;
    ours[`--mantine-color-${token}-light-color`] = `var(--on-${token}-soft)`;
    ours[`--mantine-color-${token}-outline`] = `var(--${token})`;
    ours[`--mantine-color-${token}-outline-hover`] = `var(--${token}-soft)`;
  }
  return { variables: {}, light: ours, dark: ours };
};
