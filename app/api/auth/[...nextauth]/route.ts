import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/next-auth";

type Context = { params: Promise<{ nextauth: string[] }> };

/** The one handler that the wrapper did not make: next-auth keeps the pages' cookie here. */
const handler = (request: Request, context: Context) => NextAuth(authOptions())(request, context);

export { handler as GET, handler as POST };
