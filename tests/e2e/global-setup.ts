import { makeTemplate } from "./house";

/** Playwright calls this once before all tests, and what it returns after them. */
export default makeTemplate;
