import "@/app/generated/routes"; // the server has them all
import { beforeEach, expect, it } from "vitest";
import { openApi } from "@/lib/openapi/contract";
import { call, enterHouse } from "../support/house";
import { CONTRACTS } from "../support/routes";

beforeEach(() => void enterHouse());

it("describes every call that the server answers, and none besides", async () => {
  const { status, answer } = await call("staff", openApi);
  expect(status).toBe(200);
  const described = Object.entries(answer.paths).flatMap(([path, operations]) =>
    Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(CONTRACTS.map(({ contract }) => `${contract.method} ${contract.path}`).sort());
});
