/** What a voucher gives, in words. */
export const worthOf = ({ percent, prize = "" }: { percent: number; prize?: string }): string => prize || `${percent}% off`;
