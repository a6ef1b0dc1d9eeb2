import { unknownCall } from "@/lib/api/route";

export const GET = unknownCall;
export const POST = unknownCall;
export const PUT = unknownCall;
export const PATCH = unknownCall;
export const DELETE = unknownCall;
