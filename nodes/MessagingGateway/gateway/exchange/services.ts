import { isTimeZone } from '../specification/time';
import { failed, success, type Result } from './exchange';
import { failure } from './failures';

export type Credentials = Record<string, unknown>;

export interface Service {
	/** Its address with its path, without a slash at the end. */
	baseUrl: string;
	/** The word before the underscore in its XML element names. */
	prefix: string;
	/** IANA name of the zone of its clock. */
	timeZone: string;
	/** ISO code of the country that its customers write to; absent if it is known of none. */
	country?: string;
}

/** The services whose public documentation describes this protocol; a credential keeps `value`. */
export const KNOWN_SERVICES: Array<Service & { value: string; name: string }> = [
	{
		value: 'winSmsInternational',
		name: 'WinSMS, International',
		baseUrl: 'https://api.winsms.io',
		prefix: 'WinSMS',
		timeZone: 'UTC',
	},
	{
		value: 'winSmsSouthAfrica',
		name: 'WinSMS, South Africa',
		baseUrl: 'https://api.winsms.co.za/api',
		prefix: 'WinSMS',
		timeZone: 'Africa/Johannesburg',
		country: 'ZA',
	},
];

/** Endpoints and pages end like this, perhaps with the parameters of a request behind them. */
const FILE = /\.(?:aspx?|html?|php)(?:$|[?#])/i;
const XML_NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,99}$/u;

/**
 * The service of a credential: a known one, or the one in its other fields. A failure if it cannot be
 * used, e.g. as the login would go elsewhere.
 */
export function serviceOf(credentials: Credentials): Result<Service> {
	const chosen = 'service' in credentials ? credentials.service : 'other';
	const service =
		chosen === 'other'
			? serviceIn(credentials)
			: KNOWN_SERVICES.find(({ value }) => value === chosen);
	if (service === undefined) return failed(failure('unknownService'));
	const { baseUrl, prefix, timeZone } = service;
	if (!/^https?:(?:\/\/|$)/i.test(baseUrl)) return failed(failure('addressWithoutHttps'));
	if (FILE.test(baseUrl)) return failed(failure('fileAsAddress'));
	if (!/^[^?#@\s\\]+$/.test(baseUrl) || !URL.canParse(baseUrl)) {
		return failed(failure('invalidAddress'));
	}
	if (!XML_NAME.test(prefix)) return failed(failure('invalidPrefix'));
	return isTimeZone(timeZone) ? success(service) : failed(failure('invalidTimeZone'));
}

/** A zone that is there without a value, as an expression leaves it, is not the same as none. */
const serviceIn = ({ baseUrl, brand, ...rest }: Credentials): Service => ({
	baseUrl: withoutSlashes(asString(baseUrl).trim()),
	// The underscore belongs to the element name.
	prefix: asString(brand)
		.trim()
		.replace(/(?<!_)_+$/, ''),
	timeZone: 'timezone' in rest ? asString(rest.timezone).trim() : 'UTC',
});

export const asString = (value: unknown): string => String(value ?? '');

export const withoutSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '');
