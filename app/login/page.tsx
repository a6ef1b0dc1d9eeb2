import type { Metadata } from "next";
import { LoginScreen } from "@/components/auth/login-screen";
import { signedInHere } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Sign in" };

export default async function Page() {
  return <LoginScreen signedInAs={(await signedInHere())?.id ?? null} />;
}
