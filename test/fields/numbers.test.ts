import { getCountries } from 'libphonenumber-js/max';
import COUNTRIES from '../../nodes/MessagingGateway/gateway/specification/countries.json';

it('Default Country offers every country whose numbers the library knows, in order', () => {
	expect(Object.keys(COUNTRIES).sort()).toEqual([...getCountries()].sort());
	const names: string[] = Object.values(COUNTRIES);
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
});
