import { expect, it } from "vitest";
import { counted } from "../../components/ui/counted";

it("says numbers in singular and plural", () => {
  expect([counted(0, "guest"), counted(1, "guest"), counted(1204, "guest")]).toEqual(["0 guests", "1 guest", "1,204 guests"]);
});
