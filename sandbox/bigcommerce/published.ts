/**
 * The fields of each reply, as BigCommerce publishes them: reference/orders.v2.oas2.yml, webhooks.v3.yml, inventory.v3.yml,
 * store_information.v2.yml, shipping.v2.yml, locations.v3.yml and catalog/products_catalog.v3.yml of github.com/bigcommerce/docs at
 * 24f580c (2026-04-01). Facts; of products and stores those that the stand-in has.
 */
export const published = {
  order:
    'id date_modified date_shipped cart_id status subtotal_tax shipping_cost_tax shipping_cost_tax_class_id handling_cost_tax handling_cost_tax_class_id wrapping_cost_tax wrapping_cost_tax_class_id payment_status store_credit_amount gift_certificate_amount currency_id currency_code currency_exchange_rate default_currency_id default_currency_code store_default_currency_code store_default_to_transactional_exchange_rate coupon_discount shipping_address_count is_deleted total_tax is_tax_inclusive_pricing is_email_opt_in order_source consignments products shipping_addresses coupons status_id billing_address fees base_handling_cost base_shipping_cost base_wrapping_cost channel_id customer_id customer_message date_created discount_amount ebay_order_id external_id external_merchant_id external_source geoip_country geoip_country_iso2 handling_cost_ex_tax handling_cost_inc_tax ip_address ip_address_v6 items_shipped items_total order_is_digital payment_method payment_provider_id refunded_amount shipping_cost_ex_tax shipping_cost_inc_tax staff_notes subtotal_ex_tax subtotal_inc_tax tax_provider_id customer_locale external_order_id total_ex_tax total_inc_tax wrapping_cost_ex_tax wrapping_cost_inc_tax',
  consignment:
    'id first_name last_name company street_1 street_2 city zip country country_iso2 state email phone form_fields line_items items_total items_shipped shipping_method base_cost cost_ex_tax cost_inc_tax cost_tax cost_tax_class_id base_handling_cost handling_cost_ex_tax handling_cost_inc_tax handling_cost_tax handling_cost_tax_class_id shipping_zone_id shipping_zone_name shipping_quotes',
  line: 'id order_id product_id order_pickup_method_id order_address_id name sku type base_price price_ex_tax price_inc_tax price_tax base_total total_ex_tax total_inc_tax total_tax quantity base_cost_price cost_price_inc_tax cost_price_ex_tax weight width height depth cost_price_tax is_refunded quantity_refunded refund_amount return_id wrapping_id wrapping_name base_wrapping_cost wrapping_cost_ex_tax wrapping_cost_inc_tax wrapping_cost_tax wrapping_message quantity_shipped event_name event_date fixed_shipping_cost ebay_item_id ebay_transaction_id option_set_id parent_order_product_id is_bundled_product bin_picking_number external_id brand applied_discounts product_options configurable_fields upc variant_id name_customer name_merchant gift_certificate_id discounted_total_inc_tax',
  shipment:
    'id order_id customer_id order_address_id date_created tracking_number merchant_shipping_cost shipping_method shipping_provider tracking_carrier tracking_link comments billing_address shipping_address items shipping_provider_display_name generated_tracking_link',
  hook: 'id client_id store_hash created_at updated_at scope destination is_active headers',
  product: 'id name type sku upc inventory_level inventory_tracking is_visible date_created date_modified custom_url variants',
  variant: 'id product_id sku sku_id upc image_url inventory_level option_values',
} as const;

/** Fields of a reply that are not published. */
export const strayIn = (shape: keyof typeof published, value: object): string[] =>
  Object.keys(value).filter((name) => !published[shape].split(' ').includes(name));
