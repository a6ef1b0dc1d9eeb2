import { describe, expect, it } from "vitest";
import { viewAddress } from "@/components/assist/view-address";

describe("the address that opens View", () => {
  it("is of the server that gave the page, and holds nothing of the page's own", () => {
    expect(viewAddress("https://daftar.test/control?code=123456#x", "https://daftar.test/api", true)).toBe(
      "https://daftar.test/?assist=view",
    );
  });

  it("names the server where the code works, if that is another one", () => {
    expect(viewAddress("https://daftar.test/", "https://central.test/api", false)).toBe(
      "https://daftar.test/?assist=view&apiBase=https%3A%2F%2Fcentral.test%2Fapi",
    );
  });

  it("is none where another device would look for the server on itself", () => {
    for (const page of ["http://localhost:8000/", "http://127.0.0.1:8000/control", "http://[::1]:8000/", "capacitor://daftar/"])
      expect(viewAddress(page, `${new URL(page).origin}/api`, true), page).toBeNull();
    expect(viewAddress("https://daftar.test/", "http://127.0.0.1:8000/api", false)).toBeNull();
  });
});
