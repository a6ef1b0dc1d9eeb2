export default {
  plugins: {
    "postcss-preset-mantine": {
      mixins: {
        // `@mixin heard-only;`: words that are heard and not seen, where there is room for their sign alone.
        "heard-only": {
          "clip-path": "inset(50%)",
          height: "1px",
          overflow: "hidden",
          position: "absolute",
          "white-space": "nowrap",
          width: "1px",
        },
      },
    },
    "postcss-simple-vars": {
      variables: {
        "mantine-breakpoint-xs": "30em",
        "mantine-breakpoint-sm": "40em",
        "mantine-breakpoint-md": "48em",
        "mantine-breakpoint-lg": "64em",
        "mantine-breakpoint-xl": "80em",
      },
    },
  },
};
