/** Where a service is, and how it writes. */
export interface Service {
	/** Its address with its path, without a slash at the end. */
	baseUrl: string;
	/** The word before the underscore in its XML element names. */
	prefix: string;
	/** IANA name of the zone of its clock. */
	timeZone: string;
}

/** A service whose public documentation describes this protocol. */
interface KnownService extends Service {
	/** What a credential keeps. */
	value: string;
	name: string;
}

export const KNOWN_SERVICES: KnownService[] = [
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
	},
];
