import { bodyBytes } from "@/lib/http/body";
import { fileRoute } from "@/lib/http/file-route";
import { route } from "@/lib/http/route";
import { takeWebhook, verifyWebhook, WEBHOOK_LIMIT } from "@/lib/queue/cloud/contract";
import { answerChallenge, takeEvents } from "@/lib/queue/cloud/webhook";

export const GET = fileRoute(verifyWebhook, async ({ request }) => ({ body: answerChallenge(new URL(request.url).searchParams) }));

export const POST = route(takeWebhook, async ({ request }) => {
  await takeEvents(await bodyBytes(request, WEBHOOK_LIMIT), request.headers.get("x-hub-signature-256"));
  return { ok: true as const };
});
