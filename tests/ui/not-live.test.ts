import { expect, it } from "vitest";
import { notLive } from "@/components/ui/live-dot";
import { ApiError, NOBODY_ANSWERED } from "@/lib/api/api-error";

it("says that the server failed where it answered with a fault of its own, and that it does not answer where nobody did", () => {
  expect(notLive(new ApiError(500, "Internal Server Error", "internal", "Something went wrong."))).toBe("the server failed (HTTP 500)");
  expect(notLive(new ApiError(0, "", "network", NOBODY_ANSWERED))).toBe("the server does not answer");
  expect(notLive(true)).toBe("the server does not answer");
});
