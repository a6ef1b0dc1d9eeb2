import { fileRoute } from "@/lib/http/file-route";
import { voucherImage } from "@/lib/vouchers/contract";
import { openVoucher } from "@/lib/vouchers/png-and-pdf";

export const GET = fileRoute(voucherImage, ({ params, query }) => openVoucher(params.id, "image", query));
